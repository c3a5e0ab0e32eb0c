import { sql } from 'kysely';
import { DATABASE_NOW, type Database, lit, PEER_TIMEOUT } from '../../db';
import type { Task } from '../../work/worker';
import type { GroupLink, LinkLog } from '../link';

interface FailoverOptions {
  readonly db: Database;
  /** Shared group. Its servers divide the messages of the broker among them. */
  readonly group: string;
  /** This server's client id at the broker. */
  readonly clientId: string;
  readonly link: GroupLink;
  /** True to join with a database that is older than the group's heartbeat at the broker. */
  readonly takesGroup: boolean;
  readonly log: LinkLog;
}

/** Heartbeat interval of a server, ms. */
export const BEAT_INTERVAL = 3_000;
/** Time to finish a takeover, ms. After it another server tries. */
const TAKEOVER_TIMEOUT = 90_000;

const isSilent = sql<boolean>`at < ${DATABASE_NOW} - ${PEER_TIMEOUT}`;

/** Writes the heartbeats of this server and its group. @returns that of the group */
const beat = async ({ db, group, clientId }: FailoverOptions): Promise<number> => {
  await db
    .insertInto('mqtt_session')
    .values({ client_id: clientId, shared_group: group, at: DATABASE_NOW })
    .onConflict((conflict) =>
      conflict.column('client_id').doUpdateSet((eb) => ({
        shared_group: eb.ref('excluded.shared_group'),
        at: eb.ref('excluded.at'),
      })),
    )
    .execute();
  const { at } = await db
    .insertInto('mqtt_group')
    .values({ name: group, at: DATABASE_NOW })
    .onConflict((conflict) =>
      conflict
        .column('name')
        .doUpdateSet({ at: sql<number>`greatest(mqtt_group.at, excluded.at)` }),
    )
    .returning('at')
    .executeTakeFirstOrThrow();
  return at;
};

/**
 * Tells why this server must not join: the broker would divide the messages of locks between two databases.
 * @returns undefined if it may join
 */
const obstacle = async ({
  db,
  group,
  clientId,
  link: { board },
  takesGroup,
}: FailoverOptions): Promise<string | undefined> => {
  const own = await db
    .selectFrom('mqtt_group')
    .select('at')
    .where('name', '=', group)
    .executeTakeFirst();
  if (board.lastBeat() > (own?.at ?? 0) && !takesGroup) {
    return 'its servers have used a newer database than this one, a copy or a backup. To go on with this one, start it with MQTT_TAKE=1';
  }
  const beating = await db
    .selectFrom('mqtt_session')
    .select('client_id')
    .where('shared_group', '=', group)
    .where(sql<boolean>`not ${isSilent}`)
    .execute();
  const peers = new Set([clientId, ...beating.map(({ client_id }) => client_id)]);
  const stranger = [...board.members()].find((name) => !peers.has(name));
  if (stranger !== undefined) return `its server ${stranger} does not use this database`;
  return board.hasNamesake() ? `another server is called ${clientId}, as in DATA_DIR` : undefined;
};

/** Takes over the session that the broker keeps for a server without a heartbeat that is not connected either. */
const takeOver = async ({ db, group, clientId, link, log }: FailoverOptions): Promise<void> => {
  const connected = [clientId, ...link.board.members()];
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
        .where('client_id', 'not in', connected)
        .where(isSilent)
        .limit(lit(1))
        .forUpdate()
        .skipLocked(),
    )
    .returning('client_id')
    .execute();
  for (const { client_id } of rows) {
    await link.inherit(client_id);
    await db.deleteFrom('mqtt_session').where('client_id', '=', client_id).execute();
    log.info(`Took over what the broker kept for ${client_id}, a server that is gone`);
  }
};

/**
 * Joining the group, heartbeats, and the takeover of dead peers. An external broker keeps the messages in flight to a
 * server, and those sent while it is away; without a takeover no other server would get them. When this server stops, the
 * others take over.
 */
export const failoverTasks = (options: FailoverOptions): Task[] => {
  const { db, group, clientId, link, log } = options;
  const { board } = link;
  let isMember = false;
  let loggedReason: string | undefined;
  const join = async () => {
    if (!board.isRead()) return;
    const reason = await obstacle(options);
    if (reason !== undefined && reason !== loggedReason) {
      log.error(`MQTT_GROUP=${group}: this server gets no messages of locks, because ${reason}`);
    }
    loggedReason = reason;
    if (reason !== undefined) return;
    // The heartbeat comes first: a session without one would be taken over.
    board.announceBeat(await beat(options));
    board.announce();
    link.join();
    isMember = true;
  };
  const beatAsMember = async () => {
    if (isMember) board.announceBeat(await beat(options));
    else await join();
  };
  const retire = async () => {
    await db.updateTable('mqtt_session').set({ at: 0 }).where('client_id', '=', clientId).execute();
  };
  return [
    {
      name: 'broker session',
      every: BEAT_INTERVAL,
      run: beatAsMember,
      onWake: board.onRead,
      release: retire,
    },
    {
      name: 'broker sessions of dead servers',
      every: BEAT_INTERVAL,
      run: async () => (isMember && board.isRead() ? takeOver(options) : undefined),
    },
  ];
};
