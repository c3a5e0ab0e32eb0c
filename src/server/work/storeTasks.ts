import { DAY, HOUR, MINUTE, SECOND } from '../../domain/duration';
import type { Store } from '../db';
import { readParameters } from '../db/parameters';
import { advanceClock } from '../db/serverClock';
import { correctFutureTimes } from './futureTimes';
import type { Task } from './worker';

interface Options {
  readonly store: Pick<
    Store,
    'db' | 'ensurePartitions' | 'deleteOldRecords' | 'correctAlarmCounts' | 'foldCounts'
  >;
  readonly log: { info(text: string): void };
}

export const storeTasks = ({ store, log }: Options): readonly Task[] => [
  {
    name: 'records',
    every: HOUR,
    run: async ({ now, signal }) => {
      await store.ensurePartitions(now());
      await store.correctAlarmCounts();
      if (!(await advanceClock(store.db, now()))) {
        log.info(
          'Old records are not deleted: the clock is more than three days after the last time of a server. If it is ' +
            'right, an administrator confirms it under System parameters.',
        );
        return;
      }
      const { record_keep_days: days } = await readParameters(store.db);
      const { partitions, records } = await store.deleteOldRecords(now() - days * DAY, signal);
      const prefix = `Records older than ${days} days`;
      if (partitions.length > 0) log.info(`${prefix}: dropped ${partitions.join(', ')}`);
      if (records > 0) log.info(`${prefix}: deleted ${records}`);
    },
  },
  { name: 'times ahead', every: MINUTE, run: ({ now }) => correctFutureTimes(store.db, now()) },
  // Folds the recorded count changes into the totals.
  { name: 'counts', every: 10 * SECOND, run: () => store.foldCounts() },
];
