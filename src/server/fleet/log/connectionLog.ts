import { sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { Console } from '../../../config';
import { CONNECTION_EVENT, type ConnectionEvent, REFUSED } from '../../../domain/connection';
import { PROTOCOL } from '../../../domain/family';
import { type Database, listAs } from '../../db';
import type { DeviceLink, LinkLog } from '../link';

/** Interval at which connection events are written, ms. */
const WINDOW = 500;
/** Time within which a lock's repeated event is not recorded again, ms. Keeps a broken lock from filling the table. */
const REPEAT_WINDOW = {
  [CONNECTION_EVENT.came]: 5_000,
  [CONNECTION_EVENT.went]: 5_000,
  [CONNECTION_EVENT.refused]: 60_000,
  [CONNECTION_EVENT.unread]: 60_000,
};
/** Maximum events remembered to recognise repetitions. */
const MAX_REMEMBERED = 20_000;
/** Maximum events waiting to be written. Further ones are dropped. */
const MAX_WAITING = 20_000;
/** Maximum unknown locks listed; the newest stay. */
const MAX_UNKNOWN = 1_000;

interface ConnectionLogOptions {
  readonly db: Database;
  readonly config: Console;
  readonly link: DeviceLink;
  readonly log: LinkLog;
}

/**
 * Records connection events, lists unknown locks that try to connect, and sends locks an explanation of messages that
 * could not be parsed.
 */
export const createConnectionLog = ({ db, config, link, log }: ConnectionLogOptions) => {
  const declared = new Set<string>(config.entities.map(({ name }) => name));
  const lastAt = new LRUCache<string, number>({ max: MAX_REMEMBERED });
  let waiting: ConnectionEvent[] = [];
  let unknown = new Map<string, UnknownLock>();
  let timer: NodeJS.Timeout | undefined;
  let writing = Promise.resolve();
  let isClosed = false;

  const isRepeated = ({ sn, event, reason, detail, at }: ConnectionEvent): boolean => {
    const key = `${sn} ${event} ${reason} ${detail}`;
    const before = lastAt.get(key);
    if (before !== undefined && at - before < REPEAT_WINDOW[event]) return true;
    lastAt.set(key, at);
    return false;
  };

  const write = async (): Promise<void> => {
    timer = undefined;
    const batch = waiting;
    const unknownLocks = [...unknown.values()];
    waiting = [];
    unknown = new Map();
    if (declared.has('connectionRecord')) await writeConnections(db, batch);
    if (declared.has('waitingLock')) await storeUnknownLocks(db, unknownLocks);
  };
  /** Counts an attempt of an unknown lock. Repeated attempts count as well. */
  const countUnknown = (contact: ConnectionEvent): void => {
    const before = unknown.get(contact.sn);
    if (before || unknown.size < MAX_WAITING)
      unknown.set(contact.sn, { ...contact, times: (before?.times ?? 0) + 1 });
  };
  const start = () => {
    writing = writing
      .then(write)
      .catch((error: Error) => log.error(`Connections not written: ${error.message}`));
  };

  return {
    add: (contact: ConnectionEvent): void => {
      if (contact.event === CONNECTION_EVENT.unread) link.explain(contact.sn, contact.detail ?? '');
      // When the server closes, all locks disconnect. That says nothing about them, and the database is closing as
      // well.
      if (isClosed) return;
      if (contact.reason === REFUSED.unknown) countUnknown(contact);
      else if (isRepeated(contact) || waiting.length >= MAX_WAITING) return;
      else waiting.push(contact);
      timer ??= setTimeout(start, WINDOW);
    },
    close: async (): Promise<void> => {
      isClosed = true;
      clearTimeout(timer);
      start();
      await writing;
    },
  };
};

/** Inserts the events of registered locks. Others belong to no organisation. */
const writeConnections = async (
  db: Database,
  contacts: readonly ConnectionEvent[],
): Promise<void> => {
  if (contacts.length === 0) return;
  const entryList = listAs(
    'entry',
    {
      at: 'bigint',
      sn: 'varchar',
      event: 'integer',
      reason: 'integer',
      detail: 'text',
      address: 'varchar',
    },
    contacts,
  );
  await sql`
    insert into "connectionRecord" (create_time, sn, org_id, event, reason, detail, address)
    select entry.at, entry.sn, device.org_id, entry.event, entry.reason, left(entry.detail, 400), entry.address
    from ${entryList}
    join device on device.sn = entry.sn`.execute(db);
};

/** Last refusal of an unregistered lock, with the number of refusals since the last write. */
interface UnknownLock extends ConnectionEvent {
  readonly times: number;
}

/** Lists unknown locks. They belong to the root organisation until they are adopted. */
const storeUnknownLocks = async (
  db: Database,
  unknownLocks: readonly UnknownLock[],
): Promise<void> => {
  if (unknownLocks.length === 0) return;
  const entryList = listAs(
    'entry',
    { sn: 'varchar', protocol: 'integer', at: 'bigint', address: 'varchar', times: 'integer' },
    unknownLocks,
  );
  await sql`
    insert into "waitingLock" as waiting
      (sn, org_id, protocol, first_time, last_time, times, address)
    select entry.sn, top.id, coalesce(entry.protocol, ${PROTOCOL.mqtt}), entry.at, entry.at, entry.times, entry.address
    from ${entryList}
    cross join (select min(id) as id from org where parent_id is null) as top
    where not exists (select 1 from device where device.sn = entry.sn)
    on conflict (sn) do update set last_time = excluded.last_time, address = excluded.address,
      protocol = excluded.protocol, times = waiting.times + excluded.times`.execute(db);
  await db
    .deleteFrom('waitingLock')
    .where(
      'id',
      'in',
      db
        .selectFrom('waitingLock')
        .select('id')
        .orderBy('last_time', 'desc')
        .orderBy('id', 'desc')
        .offset(MAX_UNKNOWN),
    )
    .execute();
};
