import { type Kysely, type RawBuilder, sql } from 'kysely';
import {
  LIVE_COLUMNS,
  type LiveChanges,
  type LiveRow,
  type LiveSnapshot,
  type LiveTicket,
} from '../../domain/live';
import type { Scope, Tables } from '../db';
import type { ChangeSignal } from './fleet';

/** How long a call is held while nothing changes, ms: below the console's time-out of 10 s. */
const HELD = 8_000;
/** Other processes' changes are looked for this often, ms. */
const LOOK_AGAIN = 1_000;
/** Changes come in bursts: one answer for those that follow each other within this, ms. */
const GATHER = 100;

/**
 * What changed for a tenant since a cursor.
 * @throws ExpiredCursor
 */
export const changes = async (
  db: Kysely<Tables>,
  changed: ChangeSignal,
  cursor: string,
  scope: Scope,
  abort?: AbortSignal,
): Promise<LiveChanges> => {
  const until = Date.now() + HELD;
  let from = cursor;
  for (;;) {
    const found = await changesSince(db, from, scope);
    const left = until - Date.now();
    if (!isEmpty(found) || left <= 0 || abort?.aborted) return found;
    from = found.cursor;
    await changed.wait(Math.min(left, LOOK_AGAIN), abort);
    await changed.wait(GATHER, abort);
  }
};

const isEmpty = ({ rows, gone, tickets }: LiveChanges) =>
  rows.length + gone.length + tickets.length === 0;

const changesSince = (db: Kysely<Tables>, from: string, scope: Scope): Promise<LiveChanges> =>
  db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (trx) => {
      const to = await currentCursor(trx);
      checkCursor(from, to);
      if (from === to) return { cursor: to, rows: [], gone: [], tickets: [] };
      const within = (table: string) => sql`
        ${sql.ref(`${table}.change_xid`)} >= ${from}::text::xid8
        and ${sql.ref(`${table}.change_xid`)} < ${to}::text::xid8`;
      const devices = await liveDevices(scope, within('device')).execute(trx);
      const gone = await goneDevices(scope, within('device_gone')).execute(trx);
      const tickets = await changedTickets(scope, within('appointmentCommandRecord')).execute(trx);
      return {
        cursor: to,
        rows: devices.rows.map(liveRowOf),
        gone: gone.rows.map(({ sn }) => sn),
        tickets: tickets.rows,
      };
    });

/** Deleted, or moved to an organisation out of sight. */
const goneDevices = (scope: Scope, within: RawBuilder<unknown>) => sql<{ sn: string }>`
  select distinct sn from device_gone
  where org_id in (select org_subtree(${scope.orgId})) and ${within}
    and sn not in (select sn from device where org_id in (select org_subtree(${scope.orgId})))`;

const changedTickets = (scope: Scope, within: RawBuilder<unknown>) => sql<LiveTicket>`
  select id::text, sn, cmd, state, message from "appointmentCommandRecord"
  where org_id in (select org_subtree(${scope.orgId})) and ${within}`;

/** Every device of a tenant, with the cursor from which changes continue. */
export const snapshot = (db: Kysely<Tables>, scope: Scope): Promise<LiveSnapshot> =>
  db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (trx) => {
      const cursor = await currentCursor(trx);
      const { rows } = await liveDevices(scope).execute(trx);
      return { cursor, rows: rows.map(liveRowOf) };
    });

const columns = sql.join(LIVE_COLUMNS.map((name) => sql.ref(`device.${name}`)));

/** Devices of a tenant as the live views need them, narrowed by a condition on `device`. */
const liveDevices = (scope: Scope, condition: RawBuilder<unknown> = sql`true`) =>
  sql<Record<string, unknown>>`
    select ${columns} from device
    where org_id in (select org_subtree(${scope.orgId})) and ${condition}`;

/** A device's values in the order of LIVE_COLUMNS. */
const liveRowOf = (row: Readonly<Record<string, unknown>>): LiveRow =>
  LIVE_COLUMNS.map((name) => row[name]);

/**
 * Where a reader of changes stands: the oldest transaction that was still open when it last looked. Every row carries
 * the transaction that changed it, so changes committed out of order are neither lost nor seen half.
 */
type LiveCursor = string;

/** Deletions are remembered this many transactions back; a reader further behind starts anew. */
const KEPT_TRANSACTIONS = 10_000_000n;

/** The cursor asked for is of another database, from the future, or too far behind. */
export class ExpiredCursor extends Error {
  override name = 'ExpiredCursor';
}

/** The cursor of this moment; inside a transaction, of its snapshot. */
const currentCursor = async (db: Kysely<Tables>): Promise<LiveCursor> => {
  const { rows } = await sql<{ cursor: string }>`
    select pg_snapshot_xmin(pg_current_snapshot())::text as cursor`.execute(db);
  return rows[0]?.cursor ?? '0';
};

/** @throws ExpiredCursor when `cursor` cannot be continued at `now` */
const checkCursor = (cursor: string, now: LiveCursor): void => {
  if (!/^\d{1,20}$/.test(cursor)) throw new ExpiredCursor('Not a cursor');
  const behind = BigInt(now) - BigInt(cursor);
  if (behind < 0n || behind > KEPT_TRANSACTIONS) throw new ExpiredCursor('The cursor has expired');
};
