import { sql } from 'kysely';
import type { AnyEntity, Console } from '../../../config';
import type { LockProtocol } from '../../../domain/family';
import { MAX_CLOCK_AHEAD } from '../../../domain/lockClock';
import { anyOf, DATABASE_NOW, type Database, listAs, type Sql } from '../../db';

export interface HeldConnection {
  /** Increases with every connection to any server of the database; undefined until it is drawn. */
  number?: number;
}

export interface Presence {
  readonly online: boolean;
  /** Start of the connection by the lock's clock, if the lock says so; epoch ms. */
  readonly since?: number;
  /** Time of receipt, epoch ms. */
  readonly at: number;
  /** Time of the change by its sender, if it says so; epoch ms. */
  readonly changedAt?: number;
  /** Connection that the presence belongs to, if it is one to this process. */
  readonly held?: HeldConnection;
}

/**
 * Time of the last sign of life of a lock without a report, and of its newest connection, if the lock says so; epoch
 * ms.
 */
export interface Sign {
  readonly at: number;
  readonly since?: number;
}

/** Maximum time that a sign of life waits in a server's memory before it is written, ms. */
export const SIGN_INTERVAL = 10_000;

export const writeSeen = async (db: Database, signs: ReadonlyMap<string, Sign>): Promise<void> => {
  if (signs.size === 0) return;
  const rows = [...signs].map(([sn, sign]) => ({ sn, ...sign }));
  // Sorted by id as in every transaction, to avoid deadlocks.
  await sql`
    insert into lock_seen as seen (device_id, at, since)
    select device.id, sign.at, sign.since
    from ${listAs('sign', { sn: 'varchar', at: 'bigint', since: 'bigint' }, rows)}
    join device on device.sn = sign.sn
    order by device.id
    on conflict (device_id) do update set
      at = case when seen.at > excluded.at + ${MAX_CLOCK_AHEAD}::bigint then excluded.at
        else greatest(seen.at, excluded.at) end,
      since = case when seen.since > excluded.at + ${MAX_CLOCK_AHEAD}::bigint then excluded.since
        else greatest(seen.since, excluded.since) end`.execute(db);
};

/** Numbers connections in the order in which they were made. */
export const drawNumbers = async (
  db: Database,
  connections: readonly HeldConnection[],
): Promise<void> => {
  const { rows } = await sql<{ number: number }>`
    select nextval('lock_connection_number') as number
    from generate_series(1, ${connections.length}::integer)`.execute(db);
  for (const [i, { number }] of rows.entries()) Object.assign(connections[i] ?? {}, { number });
};

/**
 * Joins `device_state` as `state` to the type of its lock as `type`, which limits the silence of locks if the
 * configuration declares that.
 */
export type Limits = ReturnType<typeof limitsOf>;

/** True if the configuration declares silence limits. */
export const hasLimits = ({ entities }: Pick<Console, 'entities'>): boolean => {
  const fieldsOf = (name: string): object =>
    entities.find((entity: AnyEntity) => entity.name === name)?.fields ?? {};
  return 'device_type_id' in fieldsOf('device') && 'silence_minutes' in fieldsOf('deviceType');
};

export const limitsOf = (config: Pick<Console, 'entities'>) =>
  hasLimits(config)
    ? sql`join device on device.id = state.device_id
        left join "deviceType" as type on type.id = device.device_type_id`
    : sql`cross join (select false as sleeps, null::integer as silence_minutes) as type`;

/** Leaves out a time from when the clock of a server was ahead. */
const past = (time: Sql): Sql =>
  sql`case when ${time} <= ${DATABASE_NOW} + ${sql.lit(MAX_CLOCK_AHEAD)} then ${time} end`;

/** Last sign of life of `state`, with the signs of `SEEN`, epoch ms; 0 for none. */
export const LAST_SIGN = sql`coalesce(greatest(${past(sql`seen.at`)}, ${past(sql`state.seen_at`)}),
  ${past(sql`state.report_time`)}, 0)`;
/**
 * Time after which a lock is silent for too long, epoch ms; null without a limit. Allows for signs of life that wait
 * in a server's memory.
 */
export const DEADLINE = sql`(${LAST_SIGN} + ${sql.raw(`${2 * SIGN_INTERVAL}`)}
  + type.silence_minutes * 60000::bigint)`;
/** Tolerance for the clock of a server that reports the presence of its trackers, ms. */
const CLOCK_TOLERANCE = 5_000;
const IS_OUTDATED = sql`change.at + ${sql.raw(`${CLOCK_TOLERANCE}`)} < ${LAST_SIGN}`;
const ASLEEP = sql`coalesce(type.sleeps and ${DEADLINE} >= ${DATABASE_NOW}, false)`;

/** Joins the signs of life of `state` that are no reports. */
export const SEEN = sql`left join lock_seen as seen on seen.device_id = state.device_id`;
const CONNECTION = sql`left join lock_connection as held on held.device_id = state.device_id`;

/**
 * Writes which locks are online, and which server holds their connections. Rows are locked in the same order as by
 * reports and commands. The end of an older connection than the stored one is ignored, and a change from before the
 * last sign of life.
 * @returns serial numbers of the locks whose state changed
 */
export const writePresence = async (
  db: Database,
  { limits, server }: { readonly limits: Limits; readonly server: string },
  presence: ReadonlyMap<string, Presence>,
): Promise<string[]> => {
  const changes = [...presence].map(([sn, { online, since, changedAt, held }]) => ({
    sn,
    online,
    since,
    at: changedAt,
    number: held?.number,
  }));
  return db.transaction().execute(async (trx) => {
    // Locks the rows first. The newest connection is read by the next statement, because this one may have to wait
    // for another server.
    await trx
      .selectFrom('device_state')
      .select('device_id')
      .where('sn', '=', anyOf([...presence.keys()]))
      .orderBy('device_id')
      .forUpdate()
      .execute();
    const changeList = listAs(
      'change',
      { sn: 'varchar', online: 'boolean', since: 'bigint', at: 'bigint', number: 'bigint' },
      changes,
    );
    const { rows: moved } = await sql<{ sn: string }>`
      with target as (
        select state.device_id as id,
          case when change.online then 1 when ${ASLEEP} then 2 else 0 end as status,
          change.online and change.number > coalesce(held.number, 0) as is_newer, change.number
        from ${changeList}
        join device_state as state on state.sn = change.sn
        ${limits} ${SEEN} ${CONNECTION}
        where not coalesce(${IS_OUTDATED}, false) and (change.online
          or (coalesce(change.since >= seen.since, true) and coalesce(change.number >= held.number, true)))
      ), owned as (
        insert into lock_connection (device_id, server, number)
        select target.id, server_beat.id, target.number from target
        join server_beat on server_beat.id = ${server} where target.is_newer
        on conflict (device_id) do update set server = excluded.server, number = excluded.number
      )
      update device_state as state set communicate_status = target.status from target
      where state.device_id = target.id and state.communicate_status is distinct from target.status
      returning state.sn`.execute(trx);
    return moved.map(({ sn }) => sn);
  });
};

/** Marks online locks as offline, or asleep, if a condition on `state` and its connection `held` holds. */
const markLost = async (trx: Database, config: Console, condition: Sql): Promise<boolean> => {
  const lost = sql`
    from device_state as state ${CONNECTION} where state.communicate_status = 1 and ${condition}`;
  // Another server may get the lock while this statement waits, so the second one checks again.
  await sql`select ${lost} order by state.device_id for update of state`.execute(trx);
  const { numAffectedRows } = await sql`
    update device_state set communicate_status = case when lock.asleep then 2 else 0 end
    from (
      select state.device_id as id, ${ASLEEP} as asleep
      from device_state as state ${limitsOf(config)} ${SEEN}
      where state.device_id in (select state.device_id ${lost})
    ) as lock
    where device_state.device_id = lock.id`.execute(trx);
  return Boolean(numAffectedRows);
};

/**
 * Clears the connections that a server had before it started, because an embedded broker and the gateways lose them
 * when they stop. Also clears locks of these protocols without a stored connection, which date from before
 * connections were stored.
 */
export const clearOwnConnections = (
  db: Database,
  config: Console,
  { server, protocols }: { readonly server: string; readonly protocols: readonly LockProtocol[] },
): Promise<void> =>
  db.transaction().execute(async (trx) => {
    const isUnheld = sql`held.device_id is null and state.protocol = any(${[...protocols]}::integer[])`;
    await markLost(trx, config, sql`(held.server = ${server} or (${isUnheld}))`);
    await trx.deleteFrom('lock_connection').where('server', '=', server).execute();
  });

/** Clears the connections of other servers. @returns true if the state of a lock changed */
export const clearConnectionsOf = async (
  trx: Database,
  config: Console,
  servers: readonly string[],
): Promise<boolean> => {
  const isMarked = await markLost(trx, config, sql`held.server = any(${[...servers]}::text[])`);
  await trx
    .deleteFrom('lock_connection')
    .where('server', '=', anyOf([...servers]))
    .execute();
  return isMarked;
};
