import { type RawBuilder, sql } from 'kysely';
import type { AnyEntity } from '../../../config';
import { LENDABLE, LIVE_COLUMNS } from '../../../domain/live';
import {
  as,
  COPIED_COLUMNS,
  type Database,
  idsFrom,
  query,
  type Scope,
  STATE_COLUMNS,
  stateValue,
  table,
} from '../../db';

/** Command of an organisation to some locks. */
export interface SentTo {
  readonly code: string;
  readonly orgId: number;
  readonly sns: readonly string[];
}

/** Borrowed locks, as far as a command goes. */
export interface LentLocks {
  /** Expiry of each lock that is lent for the command by id, epoch ms; `NO_END` while unlimited. */
  readonly until: ReadonlyMap<number, number>;
  /** Serial numbers of the locks whose loan lacks the command. */
  readonly withheld: ReadonlySet<string>;
}

const NO_END = Number.MAX_SAFE_INTEGER;

/**
 * Returns the locks that are lent to organisations at and below one, by whether they may send a command to them. The
 * lending organisation must still be above the lock, and the loan neither revoked nor expired.
 */
export const lentTo = async (
  db: Database,
  entities: readonly AnyEntity[],
  { code, orgId, sns }: SentTo,
): Promise<LentLocks> => {
  const isLendingDeclared = entities.some(({ name }) => name === 'batchDisDevice');
  if (!isLendingDeclared) return { until: new Map(), withheld: new Set() };
  const right = LENDABLE.get(code)?.column;
  const isLent = right ? sql.ref(`lent.${right}`) : sql`false`;
  const { rows } = await sql<{ id: number; sn: string; until: number | null }>`
    select device.id, device.sn,
      max(coalesce(lent.ends, ${NO_END}::bigint)) filter (where ${isLent}) as until
    from device join "batchDisDevice" as lent on device.id = any(lent.devices)
    where device.sn = any(${[...sns]}) and lent.state = 1
      and (lent.ends is null or lent.ends > ${Date.now()})
      and lent.orgs && array(select org_subtree(${orgId}))
      and lent.org_id in (select org_above(device.org_id))
    group by device.id`.execute(db);
  return {
    until: new Map(rows.flatMap(({ id, until }) => (until === null ? [] : [[id, until]]))),
    withheld: new Set(rows.flatMap(({ sn, until }) => (until === null ? [sn] : []))),
  };
};

export const LIVE_TABLES = sql`device join device_state as state on state.device_id = device.id`;

/** Reads from the state all that it has, so that the changed state alone decides about a change. */
const liveColumn = (name: string): RawBuilder<unknown> =>
  name in STATE_COLUMNS || COPIED_COLUMNS.includes(name)
    ? stateValue(name)
    : sql.ref(`device.${name}`);

/**
 * Live values of a lock in the order of LIVE_COLUMNS. A borrowed lock has its rights, and no alarms, because those
 * concern only its owner.
 */
export const liveRows = (
  rights?: RawBuilder<unknown>,
  withoutAlarms = rights !== undefined,
): readonly RawBuilder<unknown>[] =>
  LIVE_COLUMNS.map((name) => {
    if (name === 'lent') return rights ?? sql`null::integer`;
    return withoutAlarms && name === 'alarms' ? sql`0` : liveColumn(name);
  });

export const liveColumns: RawBuilder<unknown> = sql.join(
  liveRows().map((value, i) => sql`${value} as ${sql.ref(LIVE_COLUMNS[i] as string)}`),
);

/** Scope of a reader of the live view. */
export interface LiveScope extends Scope {
  /** Set for a reader who may not read alarms: the number of each lock's is 0. */
  readonly withoutAlarms?: boolean;
}

/** Returns a key that is equal for readers who see the same. */
export const liveKey = ({ orgId, withoutAlarms = false }: LiveScope): string =>
  withoutAlarms ? `${orgId} without alarms` : String(orgId);

export interface Visibility {
  /** The organisation and those below it, which own locks. */
  readonly orgs: readonly number[];
  /** Locks of others that are lent to one of these, with their rights. */
  readonly borrowed: readonly (readonly [sn: string, rights: number])[];
}

const device = table('device');

export const readVisibility = async (db: Database, orgId: number): Promise<Visibility> => {
  const orgs = sql`array(select org_subtree(${orgId}) order by 1)`;
  const borrowed = sql`coalesce((
    select json_agg(json_build_array(${device.sn}, borrowed.rights) order by ${device.id})
    from ${borrowedLocks(orgId)} as borrowed join ${device.$from} on ${device.id} = borrowed.device_id
    where ${device.org_id} not in ${idsFrom('org_subtree', orgId)}
  ), '[]')`;
  const { rows } = await query`
    select ${as<Visibility['orgs']>()(orgs, 'orgs')},
      ${as<Visibility['borrowed']>()(borrowed, 'borrowed')}`.execute(db);
  return rows[0] ?? { orgs: [], borrowed: [] };
};

/**
 * Table expression of the locks lent to organisations at and below one: `device_id`, `rights`, and `change_xid` of
 * the newest change.
 */
export const borrowedLocks = (orgId: number): RawBuilder<unknown> => sql`(
  select device_id, bit_or(rights) as rights, max(change_xid::text::numeric) as change_xid from lent_lock
  where org_id in (select org_subtree(${orgId})) group by device_id)`;

/** Recomputes who sees the locks of expired loans. @returns true if there were any */
export const expireLending = async (db: Database, now: number): Promise<boolean> => {
  const { rows } = await sql`
    select refresh_lent(array_agg(device_id)) from lent_lock where ends <= ${now}
    having count(*) > 0`.execute(db);
  return rows.length > 0;
};

/** Cancels waiting tickets of borrowers whose loans have ended, unless another loan lets them send the command. */
export const cancelBorrowedTickets = async (
  db: Database,
  ids: readonly number[],
  now: number,
): Promise<void> => {
  await sql`
    update "appointmentCommandRecord" as ticket set state = 'cancelled', end_time = ${now}
    from "batchDisDevice" as lent, device
    where lent.id = any(${[...ids]}::bigint[]) and device.id = any(lent.devices)
      and ticket.sn = device.sn and ticket.state in ('waiting', 'unconfirmed', 'planned')
      and ticket.cmd in ('seal', 'unseal')
      and ticket.org_id in (select org_subtree(borrower) from unnest(lent.orgs) as borrower)
      and ticket.org_id <> device.org_id
      and not exists (
        select from lent_lock as other where other.device_id = device.id
          and other.org_id in (select org_subtree(ticket.org_id))
          and other.rights & case ticket.cmd when 'seal' then 1 else 2 end > 0)`.execute(db);
};
