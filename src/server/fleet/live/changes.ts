import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { LiveChanges, LiveTicket } from '../../../domain/live';
import type { Scope, Tables } from '../../store';
import type { ChangeSignal } from '../changeSignal';
import { checkCursor, currentCursor } from './liveCursor';
import { liveDevices, liveRowOf } from './liveRows';

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
