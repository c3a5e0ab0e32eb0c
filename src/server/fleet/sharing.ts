import { type RawBuilder, sql } from 'kysely';
import type { AnyEntity } from '../../config';
import { LIVE_COLUMNS } from '../../domain/live';
import type { Database } from '../db';

/** The rights that can be lent, by the command they are for. */
const RIGHTS: Readonly<Record<string, 'may_seal' | 'may_unseal'>> = {
  seal: 'may_seal',
  unseal: 'may_unseal',
};

/** Expiry of each borrowed lock by id, epoch ms; `NO_END` while unlimited. */
export type LentUntil = ReadonlyMap<number, number>;

/** Whether locks can be lent at all in a configuration. */
const canLend = (entities: readonly AnyEntity[]): boolean =>
  entities.some(({ name }) => name === 'batchDisDevice');

const NO_END = Number.MAX_SAFE_INTEGER;

/**
 * The locks, by id, that organisations at and below one may send a command although they are not theirs: whoever lent
 * them is still over them, has not revoked it, and its time is not over.
 */
export const lentTo = async (
  db: Database,
  entities: readonly AnyEntity[],
  {
    code,
    orgId,
    sns,
  }: { readonly code: string; readonly orgId: number; readonly sns: readonly string[] },
): Promise<LentUntil> => {
  const right = RIGHTS[code];
  if (!right || !canLend(entities)) return new Map();
  const { rows } = await sql<{ id: number; until: number }>`
    select device.id, max(coalesce(lent.ends, ${NO_END}::bigint)) as until
    from device join "batchDisDevice" as lent on device.id = any(lent.devices)
    where device.sn = any(${[...sns]}) and lent.state = 1 and ${sql.ref(`lent.${right}`)}
      and (lent.ends is null or lent.ends > ${Date.now()})
      and lent.orgs && array(select org_subtree(${orgId}))
      and lent.org_id in (select org_above(device.org_id))
    group by device.id`.execute(db);
  return new Map(rows.map(({ id, until }) => [id, until]));
};

/**
 * What is told live of a lock, in the order of LIVE_COLUMNS. Of a lock of others, with what was lent of it: that it has
 * alarms is its owner's business.
 */
export const liveRows = (rights?: RawBuilder<unknown>): readonly RawBuilder<unknown>[] =>
  LIVE_COLUMNS.map((name) => {
    if (name === 'lent') return rights ?? sql`null::integer`;
    return rights && name === 'alarms' ? sql`0` : sql.ref(`device.${name}`);
  });

const liveColumnsOf = (rights?: RawBuilder<unknown>): RawBuilder<unknown> =>
  sql.join(
    liveRows(rights).map((value, i) => sql`${value} as ${sql.ref(LIVE_COLUMNS[i] as string)}`),
  );

/** The locks that a tenant sees, its own and those it was lent, as a table with what is told live of them. */
export const visibleLocks = (orgId: number): RawBuilder<unknown> => sql`(
  select ${liveColumnsOf()} from device
  where org_id in (select org_subtree(${orgId}))
  union all
  select ${liveColumnsOf(sql`borrowed.rights`)} from device join ${borrowedLocks(orgId)} as borrowed
    on borrowed.device_id = device.id
  where device.org_id not in (select org_subtree(${orgId})))`;

/** The locks that were lent to organisations at and below one: `device_id`, `rights`, and `change_xid` of the newest change. */
export const borrowedLocks = (orgId: number): RawBuilder<unknown> => sql`(
  select device_id, bit_or(rights) as rights, max(change_xid::text::numeric) as change_xid from lent_lock
  where org_id in (select org_subtree(${orgId})) group by device_id)`;

/** Works out anew who sees the locks whose lending has come to an end. @returns whether there were any */
export const expireLending = async (db: Database, now: number): Promise<boolean> => {
  const { rows } = await sql`
    select refresh_lent(array_agg(device_id)) from lent_lock where ends <= ${now}
    having count(*) > 0`.execute(db);
  return rows.length > 0;
};

/** Ends what waits for locks on the strength of rights that are gone. */
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
      and ticket.org_id <> device.org_id`.execute(db);
};
