import { type Kysely, sql } from 'kysely';
import type { AnyEntity, Console } from '../../config';
import type { LockProtocol } from '../../domain/family';
import type { Tables } from '../db';
import type { ChangeSignal } from './fleet';
import type { ConnectionInfo, DeviceLink, LinkLog } from './link';
import { deliver, resendSent } from './tickets';

interface PresenceOptions {
  readonly db: Kysely<Tables>;
  /** Declares whether types of locks have a limit to their silence. */
  readonly config: Console;
  readonly link: DeviceLink;
  readonly log: LinkLog;
  readonly changed: ChangeSignal;
  /** How long a lock has to reply to a command, ms. */
  readonly replyLimit: number;
  /** How often who is silent for too long is looked for, ms. */
  readonly lookEvery?: number;
}

/** Thousands of locks come back at once after a restart: who came and went is written together, this often, ms. */
const BATCH_WINDOW = 100;
/** How often signs of life are written that change nothing else, and who is silent for too long is looked for, ms. */
const LOOK_INTERVAL = 10_000;

/** Writes who is reachable, and serves those that came back with what waited for them. */
export const createPresenceTracker = (options: PresenceOptions) => {
  const { db, config, link, log, changed, replyLimit, lookEvery = LOOK_INTERVAL } = options;
  const limits = limitsOf(config);
  let latest = new Map<string, Presence>();
  let fresh = new Map<string, number>();
  let signs = new Map<string, Sign>();
  let timer: NodeJS.Timeout | undefined;
  let writing = Promise.resolve();
  let isClosed = false;

  const writeSigns = async (): Promise<void> => {
    const batch = signs;
    signs = new Map();
    await writeSeen(db, batch);
  };

  const write = async (): Promise<void> => {
    timer = undefined;
    const batch = latest;
    const freshSince = fresh;
    latest = new Map();
    fresh = new Map();
    // What is offline, or asleep, is judged by the last sign of life.
    if ([...batch.values()].some(({ online, since }) => !online || since)) await writeSigns();
    const online = [...batch].filter(([, presence]) => presence.online).map(([sn]) => sn);
    const moved = await writePresence(db, limits, batch);
    if (moved.length > 0) changed.notify();
    const came = moved.filter((sn) => batch.get(sn)?.online);
    const again = [...came, ...online.filter((sn) => freshSince.has(sn))];
    const from = again.map((sn) => [sn, freshSince.get(sn) ?? batch.get(sn)?.at ?? 0] as const);
    await resendSent(db, link, log, new Map(from));
    await deliver({ db, link, log, replyLimit }, online);
    if (again.length > 0) changed.notify();
  };
  const look = async (): Promise<void> => {
    await writeSigns();
    if (await markSilentOffline(db, limits)) changed.notify();
  };
  const enqueue = (work: () => Promise<void>) => {
    writing = writing
      .then(work)
      .catch((error: Error) => log.error(`Presence not written: ${error.message}`));
  };
  const noteSign = (sn: string, since?: number): void => {
    signs.set(sn, { at: Date.now(), since: since ?? signs.get(sn)?.since });
  };
  const looking = setInterval(() => enqueue(look), lookEvery);

  return {
    add: (sn: string, online: boolean, { since, fresh: isFresh }: ConnectionInfo = {}) => {
      const before = latest.get(sn);
      // That all locks go when the server does says nothing of them, and there is no database left to write it to.
      if (isClosed || (!online && isOlder(since, before?.since))) return;
      const at = Date.now();
      latest.set(sn, { online, since, at });
      if (online) noteSign(sn, since);
      if (isFresh || (online && before?.online === false)) fresh.set(sn, at);
      timer ??= setTimeout(() => enqueue(write), BATCH_WINDOW);
    },
    /** Takes note of a sign of life of a lock that is known to be there. */
    noteSign,
    close: async (): Promise<void> => {
      isClosed = true;
      clearInterval(looking);
      clearTimeout(timer);
      enqueue(writeSigns);
      await writing;
    },
  };
};

/** The last words of a connection are old news where the lock has made another since. */
const isOlder = (since: number | undefined, than: number | undefined): boolean =>
  since !== undefined && since < (than ?? 0);

/** Latest presence of a lock. */
interface Presence extends Pick<ConnectionInfo, 'since'> {
  readonly online: boolean;
  /** ms since 1970. */
  readonly at: number;
}

/** When a lock was last heard, and since when its newest connection is there, where it says so; ms since 1970. */
interface Sign {
  readonly at: number;
  readonly since?: number;
}

const writeSeen = async (db: Kysely<Tables>, signs: ReadonlyMap<string, Sign>): Promise<void> => {
  if (signs.size === 0) return;
  const rows = [...signs].map(([sn, sign]) => ({ sn, ...sign }));
  // In the order in which reports lock them.
  await sql`
    insert into lock_seen as seen (device_id, at, since)
    select device.id, sign.at, sign.since
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as sign(sn varchar, at bigint, since bigint)
    join device on device.sn = sign.sn
    order by device.sn
    on conflict (device_id) do update set at = greatest(seen.at, excluded.at),
      since = greatest(seen.since, excluded.since)`.execute(db);
};

/** How long locks of a type may be silent, where the configuration declares that: joined to `device` as `type`. */
type Limits = ReturnType<typeof limitsOf>;

const limitsOf = ({ entities }: Pick<Console, 'entities'>) => {
  const fieldsOf = (name: string): object =>
    entities.find((entity: AnyEntity) => entity.name === name)?.fields ?? {};
  const isDeclared =
    'device_type_id' in fieldsOf('device') && 'silence_minutes' in fieldsOf('deviceType');
  return isDeclared
    ? sql`left join "deviceType" as type on type.id = device.device_type_id`
    : sql`cross join (select false as sleeps, null::integer as silence_minutes) as type`;
};

/** A sign of life lies in some server's memory for a while. */
const SILENT = sql`coalesce(seen.at, device.report_time, 0)
  < ${sql.raw(`(extract(epoch from clock_timestamp()) * 1000)::bigint - ${2 * LOOK_INTERVAL}`)} - type.silence_minutes * 60000`;
const ASLEEP = sql`coalesce(type.sleeps and not ${SILENT}, false)`;

/**
 * Writes who can be reached. Answers those whose state changed. Locks are held in the order in which reports and commands
 * hold them.
 */
const writePresence = async (
  db: Kysely<Tables>,
  limits: Limits,
  presence: ReadonlyMap<string, Presence>,
): Promise<string[]> => {
  const rows = [...presence].map(([sn, { online, since }]) => ({ sn, online, since }));
  const { rows: moved } = await sql<{ sn: string }>`
    with target as (
      select device.id, case when change.online then 1 when ${ASLEEP} then 2 else 0 end as state
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        as change(sn varchar, online boolean, since bigint)
      join device on device.sn = change.sn
      ${limits}
      left join lock_seen as seen on seen.device_id = device.id
      where change.online or change.since is null or change.since >= coalesce(seen.since, 0)
      order by device.sn for update of device
    )
    update device set communicate_status = target.state from target
    where device.id = target.id and device.communicate_status is distinct from target.state
    returning device.sn`.execute(db);
  return moved.map(({ sn }) => sn);
};

/** Marks locks offline that were silent for longer than their type allows. */
const markSilentOffline = async (db: Kysely<Tables>, limits: Limits): Promise<boolean> => {
  const { numAffectedRows } = await sql`
    update device set communicate_status = 0
    where id in (
      select device.id from device ${limits}
      left join lock_seen as seen on seen.device_id = device.id
      where device.communicate_status <> 0 and ${SILENT}
      order by device.sn for update of device
    )`.execute(db);
  return Boolean(numAffectedRows);
};

/**
 * A broker of our own, and a listener, forget who was there when they stop: until they come back nobody is, though some
 * may sleep.
 * @param protocols of the locks that are forgotten
 */
export const markAllOffline = async (
  db: Kysely<Tables>,
  config: Console,
  protocols: readonly LockProtocol[],
): Promise<void> => {
  await sql`
    update device set communicate_status = case when lock.asleep then 2 else 0 end
    from (
      select device.id, ${ASLEEP} as asleep from device ${limitsOf(config)}
      left join lock_seen as seen on seen.device_id = device.id
      where device.communicate_status = 1 and device.protocol = any(${[...protocols]}::integer[])
    ) as lock
    where device.id = lock.id`.execute(db);
};
