import { readParameters } from '../parameters';
import type { Store } from '../store';
import type { Log } from './log';

const DAY = 86_400_000;

interface Options {
  readonly store: Pick<Store, 'db' | 'ensurePartitions' | 'forgetRecords'>;
  readonly log: Log;
  /** ms since 1970. */
  readonly now?: () => number;
}

const tend = async ({ store, log, now = Date.now }: Options, signal: AbortSignal) => {
  await store.ensurePartitions(now());
  const { record_keep_days } = await readParameters(store.db);
  const { partitions, records } = await store.forgetRecords(now() - record_keep_days * DAY, signal);
  if (partitions.length > 0)
    log.info(`Records older than ${record_keep_days} days: dropped ${partitions.join(', ')}`);
  if (records > 0) log.info(`Records older than ${record_keep_days} days: deleted ${records}`);
};

/**
 * Makes room for the records to come and forgets those older than `record_keep_days`, now and every day.
 * @returns what ends it, when nothing of it runs any more
 */
export const keepRecords = (options: Options): (() => Promise<void>) => {
  const ending = new AbortController();
  const run = () =>
    tend(options, ending.signal).catch((error: Error) => {
      if (!ending.signal.aborted) options.log.error(`Records: ${error.message}`);
    });
  let running = run();
  const timer = setInterval(() => {
    running = running.then(run);
  }, DAY);
  return async () => {
    clearInterval(timer);
    ending.abort();
    await running;
  };
};
