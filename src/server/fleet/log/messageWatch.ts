import { MINUTE, SECOND } from '../../../domain/duration';
import { anyOf, type Database, idsFrom, lit } from '../../db';
import type { Task } from '../../work/worker';

/** Time for which a lock is watched after the last look at its messages, ms. */
const WATCH_DURATION = 30 * MINUTE;
/** An open page looks every few seconds; its watch is written this often, ms. */
const RENEWAL_INTERVAL = MINUTE;

/**
 * Opens the watches of locks whose messages an operator reads on any server. They are stored, because a server must know
 * them after a restart, and read again and again, because a pooler may keep notifications from other servers.
 * @param onStart called when the watch of a lock begins
 */
export const openMessageWatch = async (db: Database, onStart: (sn: string) => Promise<void>) => {
  const watches = new Map<string, { readonly end: number; readonly started: Promise<void> }>();
  const isWatched = (sn: string): boolean => {
    const watch = watches.get(sn);
    return watch !== undefined && watch.end > Date.now();
  };
  /** Resolves when `onStart` has. */
  const extend = (sn: string, end: number): Promise<void> => {
    const watch = watches.get(sn);
    const started = watch && isWatched(sn) ? watch.started : onStart(sn);
    watches.set(sn, { end: Math.max(end, watch?.end ?? 0), started });
    return started;
  };
  const load = async (): Promise<void> => {
    const now = Date.now();
    for (const [sn, { end }] of watches) if (end <= now) watches.delete(sn);
    const rows = await db
      .selectFrom('lock_watch')
      .innerJoin('device', 'device.id', 'lock_watch.device_id')
      .select(['device.sn', 'lock_watch.ends'])
      .where('lock_watch.ends', '>', now)
      .execute();
    for (const { sn, ends } of rows) void extend(sn, ends);
  };
  await load();
  const task: Task = { name: 'watched locks', every: 3 * SECOND, delayed: true, run: load };
  return {
    isWatched,
    /** Reads the watches that other servers stored. */
    task,
    /** Watches the locks with these serial numbers, as far as they belong to the tenant. */
    start: async (sns: readonly string[], orgId: number): Promise<void> => {
      const end = Date.now() + WATCH_DURATION + RENEWAL_INTERVAL;
      const due = sns.filter((sn) => (watches.get(sn)?.end ?? 0) < end - RENEWAL_INTERVAL);
      if (due.length === 0) return;
      const started = await db
        .with('started', (cte) =>
          cte
            .insertInto('lock_watch')
            .columns(['device_id', 'ends'])
            .expression((of) =>
              of
                .selectFrom('device')
                .select(['id', lit(end).as('ends')])
                .where('sn', '=', anyOf(due))
                .where('org_id', 'in', idsFrom('org_subtree', orgId))
                .orderBy('id'),
            )
            .onConflict((conflict) => conflict.column('device_id').doUpdateSet({ ends: end }))
            .returning('device_id'),
        )
        .selectFrom('started')
        .innerJoin('device', 'device.id', 'started.device_id')
        .select('device.sn')
        .execute();
      await Promise.all(started.map(({ sn }) => extend(sn, end)));
    },
  };
};
