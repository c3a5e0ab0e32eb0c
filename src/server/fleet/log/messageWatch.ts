import { sql } from 'kysely';
import { MINUTE } from '../../../domain/duration';
import { errorMessage } from '../../../protocol';
import { anyOf, idsFrom, lit, type Store } from '../../db';
import type { LinkLog } from '../link';

/** Time for which a lock is watched after the last look at its messages, ms. */
const WATCH_DURATION = 30 * MINUTE;
/** An open page looks every few seconds; its watch is written this often, ms. */
const RENEWAL_INTERVAL = MINUTE;

/** Channel on which servers announce a watch: its end (epoch ms), a space and the serial number. */
const WATCH_CHANNEL = 'lock_watched';

/**
 * Opens the watches of locks whose messages an operator reads on any server. They are stored, because a server must know them after a restart, and announced to other servers.
 * @param onStart called when the watch of a lock begins
 */
export const openMessageWatch = async (
  { db, listen }: Pick<Store, 'db' | 'listen'>,
  log: LinkLog,
  onStart: (sn: string) => Promise<void>,
) => {
  const watches = new Map<string, { readonly end: number; readonly started: Promise<void> }>();
  const isWatched = (sn: string): boolean => {
    const watch = watches.get(sn);
    return watch !== undefined && watch.end > Date.now();
  };
  /** Resolves when `onStart` has, which the announcement of the same watch may have called. */
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
  const stop = listen(WATCH_CHANNEL, (payload) => {
    if (payload === undefined) {
      load().catch((error) => log.error(`Watched locks not read: ${errorMessage(error)}`));
      return;
    }
    const space = payload.indexOf(' ');
    void extend(payload.slice(space + 1), Number(payload.slice(0, space)));
  });
  return {
    isWatched,
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
        .select(['device.sn', sql`pg_notify(${WATCH_CHANNEL}, ${end} || ' ' || device.sn)`.as('_')])
        .execute();
      await Promise.all(started.map(({ sn }) => extend(sn, end)));
    },
    close: stop,
  };
};
