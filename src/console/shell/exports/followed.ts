import type { Identifier } from 'ra-core';
import { JOB } from '../../../domain/job';

/** An export somebody waits for. */
export interface Followed {
  readonly id: Identifier;
  readonly title: string;
  /** Somebody was told how it ended. */
  readonly told?: boolean;
}

/** What the server says of it. */
export interface ExportProgress {
  readonly state: number;
  /** Rows in all; null while they are not counted yet. */
  readonly total: number | null;
  readonly done: number;
  /** Why it failed. */
  readonly message: string | null;
}

/** More lines than this are no overview; the oldest goes. */
export const MOST_FOLLOWED = 20;

/** What was stored may be of another version. */
export const followedOf = (stored: unknown): Followed[] =>
  (Array.isArray(stored) ? stored : []).filter(
    (entry: Partial<Followed> | null): entry is Followed =>
      ['number', 'string'].includes(typeof entry?.id) && typeof entry?.title === 'string',
  );

/** The newest first. */
export const withFollowed = (list: readonly Followed[], entry: Followed): Followed[] =>
  [entry, ...list.filter(({ id }) => id !== entry.id)].slice(0, MOST_FOLLOWED);

export const withoutFollowed = (list: readonly Followed[], id: Identifier): Followed[] =>
  list.filter((entry) => entry.id !== id);

export const withTold = (list: readonly Followed[], id: Identifier): Followed[] =>
  list.map((entry) => (entry.id === id ? { ...entry, told: true } : entry));

/** Whether the server still works on it; what is not known yet is taken for that. */
export const isUnderWay = (progress: Pick<ExportProgress, 'state'> | undefined): boolean =>
  progress === undefined || progress.state === JOB.waiting || progress.state === JOB.running;

/** Whether there is a file to take. */
export const hasFile = (progress: Pick<ExportProgress, 'state'> | undefined): boolean =>
  progress?.state === JOB.done || progress?.state === JOB.doneWithErrors;

/** Percent of the rows that are written; undefined while nobody knows how many there are, or none is begun. */
export const percentOf = ({ state, total, done }: ExportProgress): number | undefined =>
  total && state !== JOB.waiting ? Math.min(100, Math.round((100 * done) / total)) : undefined;

/** How it stands, as the messages under `shell.exports.standing` call it. */
export const standingOf = (progress: ExportProgress | undefined) => {
  if (!progress || progress.state === JOB.waiting) return 'waiting';
  if (progress.state === JOB.running) return progress.total ? 'counted' : 'running';
  if (progress.state === JOB.failed) return 'failed';
  return hasFile(progress) ? 'done' : 'cancelled';
};
