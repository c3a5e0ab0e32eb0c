import { type RawBuilder, sql } from 'kysely';
import { EncodedAnswer, TextChunk } from '../../calls/endpoint';
import type { Database } from '../../db';
import { borrowedLocks, LIVE_TABLES, type LiveScope, liveRows } from '../commands/sharing';
import type { LiveCursor } from './liveCursor';

export interface ChangeSource {
  readonly db: Database;
  /** True if the configuration declares alarms. */
  readonly hasAlarms: boolean;
}

export interface TenantChanges {
  readonly cursor: LiveCursor;
  readonly count: number;
  readonly answer: EncodedAnswer;
}

/** JSON of the changes, and the number of those that are no alarms. */
interface ChangesRow {
  readonly rows: string;
  readonly gone: string;
  readonly tickets: string;
  readonly others: number;
  readonly alarms: number;
}

const NO_CHANGES: ChangesRow = { rows: '', gone: '[]', tickets: '[]', others: 0, alarms: 0 };

const toTenantChanges = (cursor: LiveCursor, row = NO_CHANGES): TenantChanges => {
  const { rows, gone, tickets, others, alarms } = row;
  const rest = `"gone":${gone},"tickets":${tickets},"alarms":${alarms}`;
  const text = `{"cursor":"${cursor}","rows":[${rows}],${rest}}`;
  return { cursor, count: others + alarms, answer: new EncodedAnswer([new TextChunk(text)]) };
};

export const noChanges = (cursor: LiveCursor): TenantChanges => toTenantChanges(cursor);

/**
 * Finds the changes of a tenant. All transactions before `to` have ended, so a row read later is either final or has
 * changed again and belongs to the next answer. The ids of the locks are a parameter: with a join PostgreSQL would
 * read all locks.
 * @param ids locks of all tenants that changed
 */
export const findChanges = async (
  { db, hasAlarms }: ChangeSource,
  ids: readonly number[],
  { orgId, withoutAlarms = false }: LiveScope,
  from: LiveCursor,
  to: LiveCursor,
): Promise<TenantChanges> => {
  const orgs = sql`(select org_subtree(${orgId}))`;
  const isChanged = sql`device_id = any(${ids}::bigint[])`;
  const { rows } = await sql<ChangesRow>`
    with borrowed as materialized (
      select * from ${borrowedLocks(orgId)} as borrowed
    ), devices as (
      select ${rowText(liveRows(undefined, withoutAlarms))} as row from ${LIVE_TABLES}
      where state.${isChanged} and state.org_id in ${orgs}
      union all
      select ${rowText(liveRows(sql`borrowed.rights`))} as row
      from borrowed join ${LIVE_TABLES} on device.id = borrowed.device_id
      where state.org_id not in ${orgs} and (state.${isChanged}
        or (borrowed.change_xid >= ${from}::numeric and borrowed.change_xid < ${to}::numeric))
    ), gone as (
      select distinct sn from device_gone
      where org_id in ${orgs} and ${within('device_gone.change_xid', from, to)}
        and sn not in (select sn from device where org_id in ${orgs})
        and sn not in (select sn from borrowed join device on device.id = borrowed.device_id)
    ), tickets as (
      select json_build_object(
        'id', id::text, 'sn', sn, 'cmd', cmd, 'state', state, 'message', message,
        'late', late_result, 'progress', progress) as ticket
      from "appointmentCommandRecord"
      where org_id in ${orgs} and ${within('appointmentCommandRecord.change_xid', from, to)}
    )
    select
      (select coalesce(string_agg(row, ','), '') from devices) as rows,
      (select coalesce(json_agg(sn)::text, '[]') from gone) as gone,
      (select coalesce(json_agg(ticket)::text, '[]') from tickets) as tickets,
      (select count(*) from devices) + (select count(*) from gone) + (select count(*) from tickets)
        as others,
      ${hasAlarms && !withoutAlarms ? alarmsWithin(orgs, from, to) : sql`0`} as alarms
    `.execute(db);
  return toTenantChanges(to, rows[0]);
};

const alarmsWithin = (orgs: RawBuilder<unknown>, from: LiveCursor, to: LiveCursor) => sql`
  (select count(*) from "alertRecord" where org_id in ${orgs} and ${within('alertRecord.change_xid', from, to)})`;

const within = (column: string, from: LiveCursor, to: LiveCursor) => sql`
  ${sql.ref(column)} >= ${from}::text::xid8 and ${sql.ref(column)} < ${to}::text::xid8`;

/**
 * Device values in the order of LIVE_COLUMNS. PostgreSQL writes the JSON, because 100,000 rows would block the event
 * loop.
 */
const rowText = (values: readonly RawBuilder<unknown>[]): RawBuilder<string> => sql`
  json_build_array(${sql.join(values)})::text`;

/** Returns the organisations with changes, and all above them. */
export const touchedOrgs = async (
  { db, hasAlarms }: ChangeSource,
  from: LiveCursor,
  to: LiveCursor,
): Promise<ReadonlySet<number>> => {
  const { rows } = await sql<{ id: number }>`
    with recursive touched(id) as (
      select org_id from (
        select unnest(org_ids) as org_id from device_change where ${within('device_change.xid', from, to)}
        union select org_id from device_gone where ${within('device_gone.change_xid', from, to)}
        union select org_id from lent_lock where ${within('lent_lock.change_xid', from, to)}
        union select org_id from lent_lock where device_id in (
          select unnest(device_ids) from device_change where ${within('device_change.xid', from, to)})
        union select org_id from "appointmentCommandRecord"
          where ${within('appointmentCommandRecord.change_xid', from, to)}
        ${hasAlarms ? sql`union select org_id from "alertRecord" where ${within('alertRecord.change_xid', from, to)}` : sql``}
      ) as changed
      union select org.parent_id from org join touched on org.id = touched.id
    )
    select id from touched where id is not null`.execute(db);
  return new Set(rows.map(({ id }) => id));
};
