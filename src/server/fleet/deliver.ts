import { type Kysely, sql } from 'kysely';
import type { LockReply } from '../../domain/lock';
import { REPLY_LIMIT } from '../../domain/ticket';
import type { Scope, Tables } from '../db';
import type { DeviceLink, LinkLog } from './link';
import type { TicketRow } from './tickets';

/** Locks that are served by the clock in one go. */
const SERVED_AT_ONCE = 1_000;

/**
 * Sends what waits for locks that can hear it now, and again what was sent to them and still has time: a lock drops
 * what it already did. A ticket is marked sent before it goes out, so that of several servers one sends it and a
 * crash in between ends as "no reply", never as a second command.
 * @param sns the locks to serve
 */
export const deliver = async (
  db: Kysely<Tables>,
  link: DeviceLink,
  log: LinkLog,
  sns: readonly string[],
): Promise<void> => {
  // What nobody could hand over would end as "no reply": it waits for the broker.
  if (sns.length === 0 || link.isConnected?.() === false) return;
  const now = Date.now();
  const { rows } = await sql<TicketRow>`
    update "appointmentCommandRecord" as ticket
    set state = 'sent', send_time = ${now}, deadline = ${now + REPLY_LIMIT}
    from device
    where device.sn = ticket.sn and device.communicate_status = 1
      and ticket.sn = any(${[...sns]}) and ticket.state = 'waiting'
      and (ticket.start_time is null or ticket.start_time <= ${now})
    returning ticket.id, ticket.sn, ticket.cmd, ticket.args, ticket.state, ticket.deadline`.execute(
    db,
  );
  await sendInOrder(link, log, rows);
};

/**
 * Locks that can be reached and have something waiting: its start has come, it was confirmed, or the database or the
 * broker was away when it was its turn.
 */
export const overlooked = async (db: Kysely<Tables>): Promise<string[]> => {
  const now = Date.now();
  const { rows } = await sql<{ sn: string }>`
    select distinct ticket.sn from "appointmentCommandRecord" as ticket
    join device on device.sn = ticket.sn and device.communicate_status = 1
    where ticket.state = 'waiting' and ticket.deadline > ${now}
      and (ticket.start_time is null or ticket.start_time <= ${now}) limit ${SERVED_AT_ONCE}`.execute(
    db,
  );
  return rows.map(({ sn }) => sn);
};

/** Sends again what a lock may have missed while it was away. */
export const repeatSent = async (
  db: Kysely<Tables>,
  link: DeviceLink,
  log: LinkLog,
  sns: readonly string[],
): Promise<void> => {
  const { rows } = await sql<TicketRow>`
    select id, sn, cmd, args, state, deadline from "appointmentCommandRecord"
    where sn = any(${[...sns]}) and state = 'sent' and deadline > ${Date.now()}`.execute(db);
  await sendInOrder(link, log, rows);
};

/** Oldest first: a lock that is sealed and then unsealed must end unsealed. */
const sendInOrder = async (link: DeviceLink, log: LinkLog, tickets: readonly TicketRow[]) => {
  const ordered = [...tickets].sort((a, b) => a.id - b.id);
  await Promise.all(
    ordered.map(({ id, sn, cmd, args, deadline }) =>
      link
        .send(sn, { id: String(id), cmd, args, ts: Date.now(), exp: deadline })
        .catch((error: Error) => log.warn(`Command ${id} to ${sn} was not sent: ${error.message}`)),
    ),
  );
};

/**
 * A lock's reply ends its ticket. One that comes after the ticket ended as "no reply" is kept beside that: nobody who saw
 * the ticket end is told another end, and what the lock did is not lost. A repeated reply changes nothing.
 */
export const finishByReply = async (
  db: Kysely<Tables>,
  sn: string,
  { id, code, msg }: LockReply,
): Promise<boolean> => {
  if (!/^\d{1,15}$/.test(id)) return false;
  const done = code === 0;
  const result = done ? 1 : 2;
  const message = msg?.slice(0, 400) ?? (done ? null : `#${code}`);
  const now = Date.now();
  const { numAffectedRows } = await sql`
    update "appointmentCommandRecord" set
      state = case when state = 'sent' then ${done ? 'success' : 'failure'} else state end,
      result = case when state = 'sent' then ${result} else result end,
      end_time = case when state = 'sent' then ${now} else end_time end,
      late_result = case when state = 'sent' then null else ${result}::int end,
      late_time = case when state = 'sent' then null else ${now}::bigint end,
      message = ${message}
    where id = ${Number(id)} and sn = ${sn}
      and (state = 'sent' or (state = 'invalid' and send_time is not null and late_result is null))`.execute(
    db,
  );
  return Boolean(numAffectedRows);
};

/** Ends what got no reply in a minute, what waited too long for its lock, and what nobody confirmed. */
export const finishByClock = async (db: Kysely<Tables>): Promise<boolean> => {
  const now = Date.now();
  const { numAffectedRows } = await sql`
    update "appointmentCommandRecord" set state = 'invalid', result = 3, end_time = ${now}
    where state in ('waiting', 'sent') and deadline <= ${now}`.execute(db);
  const { numAffectedRows: unconfirmed } = await sql`
    update "appointmentCommandRecord" set state = 'cancelled', end_time = ${now}
    where state = 'unconfirmed' and deadline <= ${now}`.execute(db);
  return Boolean(numAffectedRows) || Boolean(unconfirmed);
};

/** Ends tickets that wait, before they are sent. Answers how many. */
export const cancelWaiting = async (
  db: Kysely<Tables>,
  ids: readonly number[],
  scope: Scope,
): Promise<number> => {
  const { numAffectedRows } = await sql`
    update "appointmentCommandRecord" set state = 'cancelled', end_time = ${Date.now()}
    where id = any(${[...ids]}) and state in ('unconfirmed', 'waiting')
      and org_id in (select org_subtree(${scope.orgId}))`.execute(db);
  return Number(numAffectedRows ?? 0);
};
