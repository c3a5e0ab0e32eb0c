import type { AnyEntity, Console, Verb } from '../../config';
import type { Label, Locale } from '../../domain/label';
import { verbPath } from '../../protocol';
import type { CallContext, Caller, CallValues } from '../calls/endpoint';
import type { Database } from '../db';

export interface Job {
  readonly id: number;
  /** Entity and id of the row that shows the progress to operators. */
  readonly entity: string;
  readonly recordId: number;
  readonly operId: number;
  /** Organisation of the operator when the job was started. */
  readonly orgId: number;
  /** Language of the operator who started the job. */
  readonly locale: Locale;
  readonly args: CallValues;
  readonly todo: RowRanges;
  /** Identifies this claim. Once another server claims the job, the earlier claim is void. */
  readonly claim: string;
}

export interface RowError {
  /** Index among the job's rows, from 0. */
  readonly place: number;
  readonly values: CallValues;
  readonly why: Readonly<Record<string, Label>>;
}

export interface JobRun {
  readonly job: Job;
  /** Operator who started the job, with their current permissions. */
  readonly caller: Caller;
  readonly permits: CallContext['permits'];
  /** Aborts when the job is cancelled, taken over, or the server closes. */
  readonly signal: AbortSignal;
  /**
   * Processes the remaining rows in parts. A part, its errors and its counts are stored in one transaction, so they
   * stay consistent even if the server dies.
   * @param size rows per part
   */
  parts(
    size: number,
    work: (places: readonly number[], transaction: Database) => Promise<readonly RowError[]>,
  ): Promise<void>;
  /** Runs work in a transaction that commits only if the job is still ours. @throws JobLost */
  whileHeld(work: (transaction: Database) => Promise<void>): Promise<void>;
  /**
   * Reports the progress of a job without rows of its own. Written at most twice a second, except for the last report.
   * The total is undefined while unknown.
   */
  reportProgress(
    counts: { readonly done: number; readonly total?: number },
    isLast?: boolean,
  ): Promise<void>;
}

export type LastStep = (transaction: Database) => Promise<void>;

/** Work of all jobs of an entity. */
export interface JobHandler {
  /** Path of the call that starts a job. The job ends if its operator may no longer make it. */
  readonly callOf: (job: Job) => string;
  /**
   * A job whose work throws has failed; the message of a CallError is shown to its operator. The work may return a step
   * that commits together with the end of the job, and so takes place once even if servers die.
   */
  readonly work: (run: JobRun) => Promise<LastStep | undefined>;
}

/** Returns the path of a verb; '' if the configuration lacks the entity. */
export const startPath = ({ entities }: Console, entity: unknown, verb: Verb): string => {
  const declared = entities.find(({ name }: AnyEntity) => name === entity);
  return declared ? verbPath(declared, verb) : '';
};

/** Thrown if the job was taken over, cancelled or deleted. Nothing further may be stored for it. */
export class JobLost extends Error {
  constructor() {
    super('The job is not held any more');
    this.name = 'JobLost';
  }
}

/** Ranges of row indexes, start inclusive and end exclusive; sorted and disjoint. */
export type RowRanges = readonly (readonly [from: number, to: number])[];

/** Splits off the first `max` row indexes. */
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

/** Adds row indexes that are not in the ranges yet. */
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
