import { sql } from 'kysely';
import type { Console } from '../../../config';
import { DATABASE_NOW, type Database } from '../../db';
import type { Task } from '../../work/worker';
import type { ChangeSignal } from '../changeSignal';
import type { LinkLog } from '../link';
import { BEAT_INTERVAL, PEER_TIMEOUT } from './failover';
import { clearConnectionsOf } from './presenceRows';

interface HeartbeatOptions {
  readonly db: Database;
  readonly config: Console;
  readonly server: string;
  readonly log: LinkLog;
  readonly changed: ChangeSignal;
  /** Records the connections of this server again, after another server took it for dead. */
  readonly reclaim: () => void;
}

/** Registers this server. Only registered servers can hold connections. */
export const registerServer = async (db: Database, server: string): Promise<void> => {
  await db
    .insertInto('server_beat')
    .values({ id: server, at: DATABASE_NOW })
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet((eb) => ({ at: eb.ref('excluded.at') })),
    )
    .execute();
};

const beat = async (db: Database, server: string): Promise<boolean> => {
  const { numUpdatedRows } = await db
    .updateTable('server_beat')
    .set({ at: DATABASE_NOW })
    .where('id', '=', server)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0;
};

/** @returns names of the dead servers, and true if the state of a lock changed */
const clearDeadServers = ({ db, config, server }: HeartbeatOptions) =>
  db.transaction().execute(async (trx) => {
    const rows = await trx
      .deleteFrom('server_beat')
      .where('at', '<', sql<number>`${DATABASE_NOW} - ${PEER_TIMEOUT}`)
      .where('id', '<>', server)
      .returning('id')
      .execute();
    const dead = rows.map(({ id }) => id);
    return { dead, isMarked: dead.length > 0 && (await clearConnectionsOf(trx, config, dead)) };
  });

/** @throws Error if a server uses the database */
export const checkUnused = async (db: Database): Promise<void> => {
  const rows = await db
    .selectFrom('server_beat')
    .select('id')
    .where('at', '>', sql<number>`${DATABASE_NOW} - ${PEER_TIMEOUT}`)
    .execute();
  if (rows.length === 0) return;
  const names = rows.map(({ id }) => id).join(', ');
  throw new Error(`stop every server of the database first (${names}), and wait 12 seconds`);
};

/** Counts this server as dead for the others. */
export const retireServer = (db: Database, server: string) =>
  db.updateTable('server_beat').set({ at: 0 }).where('id', '=', server).execute();

/** Writes the heartbeat of this server, and clears the connections of dead ones. */
export const heartbeatTask = (options: HeartbeatOptions): Task => {
  const { db, server, log, changed, reclaim } = options;
  /**
   * Epoch ms. After an outage of the database all heartbeats are late, so no server counts as dead until all had time
   * for one.
   */
  let steadySince = 0;
  const run: Task['run'] = async ({ now }) => {
    if (!(await beat(db, server))) {
      await registerServer(db, server);
      reclaim();
    }
    if (now() - steadySince < PEER_TIMEOUT) return;
    const { dead, isMarked } = await clearDeadServers(options);
    for (const id of dead) log.info(`The server ${id} is gone: its locks count as offline`);
    if (isMarked) changed.notify();
  };
  return {
    name: 'servers',
    every: BEAT_INTERVAL,
    delayed: true,
    run: (context) =>
      run(context).catch((error) => {
        steadySince = context.now();
        throw error;
      }),
  };
};
