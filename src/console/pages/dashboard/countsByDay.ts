import type { CountedGroup } from '../../data';

/** How many records each day has of those whose `split` is one of some values, in the order of the days. */
export const countsByDay = (
  groups: readonly CountedGroup[],
  days: readonly number[],
  splits: readonly unknown[],
): number[] => {
  const counts = new Map<unknown, number>();
  for (const { value, split, count } of groups) {
    if (splits.includes(split)) counts.set(value, (counts.get(value) ?? 0) + count);
  }
  return days.map((day) => counts.get(day) ?? 0);
};
