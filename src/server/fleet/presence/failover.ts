import { sql } from 'kysely';
import { DATABASE_NOW, type Database, lit } from '../../db';
import type { Task } from '../../work/worker';
import type { LinkLog } from '../link';

interface FailoverOptions {
  readonly db: Database;
  /** Shared group. Its servers divide the messages of the broker among them. */
  readonly group: string;
  /** This server's client id at the broker. */
  readonly clientId: string;
  /** Takes over the session that the broker keeps for a dead server. */
  readonly inherit: (clientId: string) => Promise<void>;
  readonly log: LinkLog;
}

/** Heartbeat interval of a server, ms. */
export const BEAT_INTERVAL = 3_000;
/** A server without a heartbeat for this long is gone, ms. */
export const PEER_TIMEOUT = 12_000;
/** Time to finish a takeover, ms. After it another server tries. */
const TAKEOVER_TIMEOUT = 90_000;

/**
 * Heartbeats, and the takeover of dead peers. An external broker keeps the messages in flight to a server, and those
 * sent while it is away; without a takeover no other server would get them. When this server stops, the others take
 * over.
 */
export const failoverTasks = ({ db, group, clientId, inherit, log }: FailoverOptions): Task[] => {
  const beat = () =>
    db
      .insertInto('mqtt_session')
      .values({ client_id: clientId, shared_group: group, at: DATABASE_NOW })
      .onConflict((conflict) =>
        conflict.column('client_id').doUpdateSet((eb) => ({
          shared_group: eb.ref('excluded.shared_group'),
          at: eb.ref('excluded.at'),
        })),
      )
      .execute();
  const retire = async () => {
    await db.updateTable('mqtt_session').set({ at: 0 }).where('client_id', '=', clientId).execute();
  };
  const takeOver = async (): Promise<void> => {
    const rows = await db
      .updateTable('mqtt_session')
      .set({ at: sql<number>`${DATABASE_NOW} + ${TAKEOVER_TIMEOUT}` })
      .where(
        'client_id',
        'in',
        db
          .selectFrom('mqtt_session')
          .select('client_id')
          .where('shared_group', '=', group)
          .where('client_id', '<>', clientId)
          .where('at', '<', sql<number>`${DATABASE_NOW} - ${PEER_TIMEOUT}`)
          .limit(lit(1))
          .forUpdate()
          .skipLocked(),
      )
      .returning('client_id')
      .execute();
    for (const { client_id } of rows) {
      await inherit(client_id);
      await db.deleteFrom('mqtt_session').where('client_id', '=', client_id).execute();
      log.info(`Took over what the broker kept for ${client_id}, a server that is gone`);
    }
  };
  return [
    { name: 'broker session', every: BEAT_INTERVAL, run: beat, release: retire },
    { name: 'broker sessions of dead servers', every: BEAT_INTERVAL, run: takeOver },
  ];
};
