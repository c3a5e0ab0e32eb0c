import { type Kysely, sql } from 'kysely';
import type { LockReply } from '../../domain/lock';
import { REPLY_LIMIT } from '../../domain/ticket';
import type { Scope, Tables } from '../db';
import type { DeviceLink, LinkLog } from './link';
import type { TicketRow } from './tickets';

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
  if (sns.length === 0) return;
  const now = Date.now();
  const { rows } = await sql<TicketRow>`
    update "appointmentCommandRecord" as ticket
    set state = 'sent', send_time = ${now}, deadline = ${now + REPLY_LIMIT}
    from device
    where device.sn = ticket.sn and device.communicate_status = 1
      and ticket.sn = any(${[...sns]}) and ticket.state = 'waiting'
    returning ticket.id, ticket.sn, ticket.cmd, ticket.args, ticket.state, ticket.deadline`.execute(
    db,
  );
  await sendInOrder(link, log, rows);
};

/**
 * Sends again what locks may have missed while they were away.
 * @param since by lock, the moment from which it hears everything, ms since 1970
 */
export const repeatSent = async (
  db: Kysely<Tables>,
  link: DeviceLink,
  log: LinkLog,
  since: ReadonlyMap<string, number>,
): Promise<void> => {
  if (since.size === 0) return;
  const back = [...since].map(([sn, at]) => ({ sn, at }));
  const { rows } = await sql<TicketRow>`
    select ticket.id, ticket.sn, ticket.cmd, ticket.args, ticket.state, ticket.deadline
    from jsonb_to_recordset(${JSON.stringify(back)}::jsonb) as back(sn varchar, at bigint)
    join "appointmentCommandRecord" as ticket on ticket.sn = back.sn
    where ticket.state = 'sent' and ticket.deadline > ${Date.now()}
      and ticket.send_time <= back.at`.execute(db);
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

/** A lock's reply ends its ticket, unless it ended before: a repeated or late reply changes nothing. */
export const finishByReply = async (
  db: Kysely<Tables>,
  sn: string,
  { id, code, msg }: LockReply,
): Promise<boolean> => {
  if (!/^\d{1,15}$/.test(id)) return false;
  const done = code === 0;
  const { numAffectedRows } = await sql`
    update "appointmentCommandRecord"
    set state = ${done ? 'success' : 'failure'}, result = ${done ? 1 : 2},
        message = ${msg?.slice(0, 400) ?? (done ? null : `#${code}`)}, end_time = ${Date.now()}
    where id = ${Number(id)} and sn = ${sn} and state = 'sent'`.execute(db);
  return Boolean(numAffectedRows);
};

/** Ends what got no reply in a minute, and what waited too long for its lock. */
export const finishByClock = async (db: Kysely<Tables>): Promise<boolean> => {
  const now = Date.now();
  const { numAffectedRows } = await sql`
    update "appointmentCommandRecord" set state = 'invalid', result = 3, end_time = ${now}
    where state in ('waiting', 'sent') and deadline <= ${now}`.execute(db);
  return Boolean(numAffectedRows);
};

/** Ends tickets that wait, before they are sent. Answers how many. */
export const cancelWaiting = async (
  db: Kysely<Tables>,
  ids: readonly number[],
  scope: Scope,
): Promise<number> => {
  const { numAffectedRows } = await sql`
    update "appointmentCommandRecord" set state = 'cancelled', end_time = ${Date.now()}
    where id = any(${[...ids]}) and state = 'waiting'
      and org_id in (select org_subtree(${scope.orgId}))`.execute(db);
  return Number(numAffectedRows ?? 0);
};
