import { sql } from 'kysely';
import type { Console } from '../../../config';
import { DATABASE_NOW, type Database, PEER_TIMEOUT, registerServer } from '../../db';
import type { Task } from '../../work/worker';
import type { ChangeSignal } from '../changeSignal';
import type { LinkLog } from '../link';
import { BEAT_INTERVAL } from './failover';
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

/** Counts this server as dead for the others. One of its name from before 0.2.0 would not replace the release. */
export const retireServer = (db: Database, server: string) =>
  db.updateTable('server_beat').set({ at: 0, release: null }).where('id', '=', server).execute();

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
