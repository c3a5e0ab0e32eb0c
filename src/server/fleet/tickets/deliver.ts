import { type Kysely, sql } from 'kysely';
import { REPLY_LIMIT } from '../../../domain/ticket';
import type { Tables } from '../../store';
import type { DeviceLink, LinkLog } from '../link';
import type { TicketRow } from './ticketRow';

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
