import { DAY } from '../../../domain/duration';
import { type ChoiceTable, choiceLabel, type Label, type Tone } from '../../../domain/label';
import { periodStarts } from '../../../domain/period';
import { dayAt, momentAt } from '../../../domain/zone';
import { ApiError } from '../../../protocol';
import { type CountGroup, isMissingCall } from '../../data';

interface ChoiceShare {
  readonly value: string | number;
  readonly label: Label;
  readonly count: number;
  readonly tone: Tone;
}

/** What was counted by a choice, in the order of its table; a value that is no choice has no name and is left out. */
export const choiceShares = (table: ChoiceTable, groups: readonly CountGroup[]): ChoiceShare[] => {
  const tones: Readonly<Record<string, Tone | undefined>> = table.tones;
  return table.flatMap(([value]) => {
    const label = choiceLabel(table, value);
    const count = groups.find((group) => group.value === value)?.count ?? 0;
    return label ? [{ value, label, count, tone: tones[String(value)] ?? 'default' }] : [];
  });
};

/** How many records each day has of those whose `split` is one of some values, in the order of the days. */
export const countsByDay = (
  groups: readonly CountGroup[],
  days: readonly number[],
  splits: readonly unknown[],
): number[] => {
  const counts = new Map<unknown, number>();
  for (const { value, split, count } of groups) {
    if (splits.includes(split)) counts.set(value, (counts.get(value) ?? 0) + count);
  }
  return days.map((day) => counts.get(day) ?? 0);
};

/** Days on the clocks of a zone, which may be longer or shorter than 24 hours. */
export interface DayCounts {
  readonly zone: string;
  /** When each began, oldest first; ms since 1970. */
  readonly begins: readonly number[];
  /** The last ms of each. */
  readonly ends: readonly number[];
}

/** The last days of a zone, today included. */
export const lastDays = (count: number, now: number, zone: string): DayCounts => {
  const today = dayAt(zone, now);
  const cuts = periodStarts('day', momentAt(zone, today - (count - 1) * DAY), now, zone);
  return { zone, begins: cuts.slice(0, -1), ends: cuts.slice(1).map((next) => next - 1) };
};

/** A part of a ring: where it begins and how long it is, in hundredths of the way round. */
interface Arc {
  readonly start: number;
  readonly length: number;
}

/** Smallest visible share of a ring, per cent. */
const MIN_SHARE = 1.2;

/**
 * Shares of a whole as arcs one after the other, 100 in all; nothing gives no arc. What is enlarged to be seen is
 * taken from the others by their size.
 * @param gap empty space behind each arc, when there is more than one
 */
export const ringArcs = (values: readonly number[], gap: number): Arc[] => {
  const total = values.reduce((sum, value) => sum + value, 0);
  const parts = values.filter((value) => value > 0).length;
  if (total === 0) return values.map(() => ({ start: 0, length: 0 }));
  const space = parts > 1 ? gap : 0;
  const available = 100 - parts * (space + MIN_SHARE);
  let start = 0;
  return values.map((value) => {
    if (value <= 0) return { start, length: 0 };
    const arc = { start, length: MIN_SHARE + (available * value) / total };
    start += arc.length + space;
    return arc;
  });
};

/** Whether a server has no count at all, as a customer's own may: there is nothing to try again. */
export const isCountUnsupported = (error: unknown): boolean =>
  isMissingCall(error) || (error instanceof ApiError && error.code === 'badAnswer');

/** Whether the operator may not count. */
export const isForbidden = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'noPermission';
