import { DAY, SECOND } from '../../domain/duration';
import type { Store } from '../db';
import { readParameters } from '../db/parameters';
import type { Task } from './worker';

interface Options {
  readonly store: Pick<Store, 'db' | 'ensurePartitions' | 'deleteOldRecords' | 'foldCounts'>;
  readonly log: { info(text: string): void };
}

/** Maintenance of the database: partitions, old records and counts. */
export const storeTasks = ({ store, log }: Options): readonly Task[] => [
  {
    name: 'records',
    every: DAY,
    run: async ({ now, signal }) => {
      await store.ensurePartitions(now());
      const { record_keep_days: days } = await readParameters(store.db);
      const { partitions, records } = await store.deleteOldRecords(now() - days * DAY, signal);
      const prefix = `Records older than ${days} days`;
      if (partitions.length > 0) log.info(`${prefix}: dropped ${partitions.join(', ')}`);
      if (records > 0) log.info(`${prefix}: deleted ${records}`);
    },
  },
  // Folds the recorded count changes into the totals.
  { name: 'counts', every: 10 * SECOND, run: () => store.foldCounts() },
];
