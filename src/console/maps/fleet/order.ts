import { MINOR } from '../../../domain/alarm';
import type { Fleet } from '../../data';
import {
  BY_SEVERITY,
  type FleetStore,
  NO_ALARM,
  rankOfMark,
  STATES,
  slotOfMark,
} from './fleetStore';

/** Sort orders of the fleet: the worst state first, by SN, or by name. */
export const ORDERS = ['state', 'sn', 'name'] as const;
export type FleetOrder = (typeof ORDERS)[number];

/** Length of the runs that are sorted at once, to be merged pairwise. */
const RUN = 2_048;
/** Maximum time of one task, ms: 100,000 rows are sorted in many short ones. */
const STRETCH = 8;

const nextTask = () => new Promise<void>((resolve) => setTimeout(resolve));

/**
 * Sorts the fleet's rows in short tasks.
 * @returns undefined if the signal aborted it
 */
export const sortedRows = async (
  size: number,
  compare: (a: number, b: number) => number,
  signal: AbortSignal,
): Promise<Uint32Array | undefined> => {
  let from: Uint32Array = Uint32Array.from({ length: size }, (_, row) => row);
  let to: Uint32Array = new Uint32Array(size);
  let since = performance.now();
  const yieldToEventLoop = async () => {
    if (performance.now() - since < STRETCH) return;
    await nextTask();
    since = performance.now();
  };
  for (let start = 0; start < size; start += RUN) {
    from.set([...from.subarray(start, start + RUN)].sort(compare), start);
    await yieldToEventLoop();
    if (signal.aborted) return undefined;
  }
  for (let width = RUN; width < size; width *= 2) {
    for (let start = 0; start < size; start += 2 * width) {
      const middle = Math.min(start + width, size);
      const end = Math.min(start + 2 * width, size);
      let left = start;
      let right = middle;
      for (let at = start; at < end; at++) {
        const takesLeft =
          left < middle &&
          (right >= end || compare(from[left] as number, from[right] as number) <= 0);
        to[at] = from[takesLeft ? left++ : right++] as number;
        if (at % RUN === 0) {
          await yieldToEventLoop();
          if (signal.aborted) return undefined;
        }
      }
    }
    [from, to] = [to, from];
  }
  return from;
};

/** Returns a comparison by SN as text, or by name in the language's collation, with unnamed devices last. */
export const comparatorOf = (fleet: Fleet, by: 'sn' | 'name', locale: string) => {
  if (by === 'sn') {
    return (a: number, b: number): number => {
      const [one, other] = [fleet.snAt(a), fleet.snAt(b)];
      return Number(one > other) - Number(one < other);
    };
  }
  const { compare } = new Intl.Collator(locale, { numeric: true });
  return (a: number, b: number): number => {
    const [one, other] = [fleet.nameAt(a), fleet.nameAt(b)];
    if (one === '' || other === '') return Number(one === '') - Number(other === '');
    return compare(one, other);
  };
};

const stateGrades = STATES.map((status) => BY_SEVERITY.indexOf(status));
/** Grades of the locks without an alarm, which follow all with one. */
const FIRST_STATE = 2 * MINOR + 1;
const GRADES = FIRST_STATE + BY_SEVERITY.length;

const gradeOf = (mark: number): number => {
  const rank = rankOfMark(mark);
  return rank === NO_ALARM ? FIRST_STATE + (stateGrades[slotOfMark(mark)] ?? 0) : rank;
};

/**
 * Returns the rows that pass the map's filter, in order.
 * @param sorted rows by SN or name; later rows are appended
 * @param worstFirst orders by the rank of alarms, the newest first, then by state, and within these as sorted
 */
export const filterSorted = (
  { passing, marks, alarmTimes, size }: FleetStore,
  sorted: Uint32Array,
  worstFirst: boolean,
): Uint32Array => {
  const rows = new Uint32Array(size);
  let count = 0;
  for (const row of sorted) if (row < size && passing[row] === 1) rows[count++] = row;
  for (let row = sorted.length; row < size; row++) if (passing[row] === 1) rows[count++] = row;
  const passingRows = rows.subarray(0, count);
  if (!worstFirst) return passingRows;
  const starts = new Uint32Array(GRADES + 1);
  for (const row of passingRows) {
    const next = gradeOf(marks[row] as number) + 1;
    starts[next] = (starts[next] as number) + 1;
  }
  for (let grade = 1; grade <= GRADES; grade++) {
    starts[grade] = (starts[grade] as number) + (starts[grade - 1] as number);
  }
  const ends = starts.slice();
  const ordered = new Uint32Array(count);
  for (const row of passingRows) {
    const grade = gradeOf(marks[row] as number);
    const at = ends[grade] as number;
    ordered[at] = row;
    ends[grade] = at + 1;
  }
  for (let rank = 1; rank < FIRST_STATE; rank++) {
    ordered
      .subarray(starts[rank], ends[rank])
      .sort((a, b) => (alarmTimes[b] as number) - (alarmTimes[a] as number));
  }
  return ordered;
};
