import { DAY } from '../../../domain/duration';
import { type ChoiceTable, choiceLabel, type Label, type Tone } from '../../../domain/label';
import { periodStarts } from '../../../domain/period';
import { dayAt, momentAt } from '../../../domain/zone';
import type { CountGroup } from '../../../protocol';
import { ApiError } from '../../../protocol';
import { isMissingCall } from '../../data';

export interface ChoiceShare {
  readonly value: string | number;
  readonly label: Label;
  readonly count: number;
  readonly tone: Tone;
}

/** Maps counts to the choices of a table, in its order. Values outside of the table are left out. */
export const choiceShares = (table: ChoiceTable, groups: readonly CountGroup[]): ChoiceShare[] => {
  const tones: Readonly<Record<string, Tone | undefined>> = table.tones;
  return table.flatMap(([value]) => {
    const label = choiceLabel(table, value);
    const count = groups.find((group) => group.value === value)?.count ?? 0;
    return label ? [{ value, label, count, tone: tones[String(value)] ?? 'default' }] : [];
  });
};

/** Sums the counts per day of the records whose `split` is one of some values, in the order of the days. */
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

/** Calendar days of a time zone, which may be longer or shorter than 24 hours. */
export interface DayCounts {
  readonly zone: string;
  /** Start of each day, oldest first, epoch ms. */
  readonly begins: readonly number[];
  /** Last ms of each day. */
  readonly ends: readonly number[];
}

export const lastDays = (count: number, now: number, zone: string): DayCounts => {
  const today = dayAt(zone, now);
  const cuts = periodStarts('day', momentAt(zone, today - (count - 1) * DAY), now, zone);
  return { zone, begins: cuts.slice(0, -1), ends: cuts.slice(1).map((next) => next - 1) };
};

/** True if the server does not support counting, as a customer's own may: do not retry. */
export const isCountUnsupported = (error: unknown): boolean =>
  isMissingCall(error) || (error instanceof ApiError && error.code === 'badAnswer');

export const isForbidden = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'noPermission';
