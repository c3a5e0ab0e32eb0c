import type { Label, Locale } from '../../domain/label';
import type { Database } from '../db';
import type { CallContext, Caller, CallValues } from '../endpoint';

/** A job as it was claimed. */
export interface Job {
  readonly id: number;
  /** The entity whose row tells people how it goes, and that row's id. */
  readonly entity: string;
  readonly recordId: number;
  readonly operId: number;
  /** The language of who started it. */
  readonly locale: Locale;
  readonly args: CallValues;
  readonly todo: RowRanges;
  /** Whoever holds another claim on the same job has lost it. */
  readonly claim: string;
}

/** A row that could not be done. */
export interface RowError {
  /** Its place among the job's rows, counted from 0. */
  readonly place: number;
  readonly values: CallValues;
  /** By the field it is about. */
  readonly why: Readonly<Record<string, Label>>;
}

/** How far a job is. */
interface Counts {
  readonly done: number;
  /** Undefined while nobody knows. */
  readonly total?: number;
}

/** What a job's work is given. */
export interface JobRun {
  readonly job: Job;
  /** Who started it, with what they may see now. */
  readonly caller: Caller;
  readonly permits: CallContext['permits'];
  /** Aborts when the job is cancelled, taken over, or the server closes. */
  readonly signal: AbortSignal;
  /**
   * Does what is left of the job's rows, part by part. A part, its errors and its counting are one transaction: they
   * are there together or not at all, whenever a server dies.
   * @param size rows of one part
   */
  parts(
    size: number,
    work: (places: readonly number[], transaction: Database) => Promise<readonly RowError[]>,
  ): Promise<void>;
  /** Tells how far work is that has no rows of its own; written twice a second at the most, unless it is the last. */
  reportProgress(counts: Counts, isLast?: boolean): Promise<void>;
}

/** The work of all jobs of an entity. What it throws ends the job as failed; a CallError is told to who started it. */
export type JobHandler = (run: JobRun) => Promise<void>;

/** The job is another server's now, was cancelled or deleted: whatever is under way must not be stored. */
export class JobLost extends Error {
  constructor() {
    super('The job is not held any more');
    this.name = 'JobLost';
  }
}

/** Places from the first number up to, but without, the second; in order, none twice. */
export type RowRanges = readonly (readonly [from: number, to: number])[];

/** The first so many places, and what is left. */
export const takeFirst = (ranges: RowRanges, max: number): [places: number[], rest: RowRanges] => {
  const places: number[] = [];
  const rest: [number, number][] = [];
  for (const [from, to] of ranges) {
    const end = Math.min(to, from + max - places.length);
    for (let place = from; place < end; place++) places.push(place);
    if (end < to) rest.push([end, to]);
  }
  return [places, rest];
};

/** Ranges with some more places, which are not among them yet. */
export const addRowNumbers = (ranges: RowRanges, places: readonly number[]): RowRanges => {
  const all = [...ranges, ...places.map((place) => [place, place + 1] as const)];
  const merged: [number, number][] = [];
  for (const [from, to] of all.sort(([one], [other]) => one - other)) {
    const last = merged.at(-1);
    if (last && last[1] === from) last[1] = to;
    else merged.push([from, to]);
  }
  return merged;
};
