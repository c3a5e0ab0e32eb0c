import { type Kysely, sql } from 'kysely';
import type { Command } from '../../config';
import { NATIVE } from '../../domain/family';
import type { LockReply } from '../../domain/lock';
import { REPLY_LIMIT } from '../../domain/ticket';
import { inTransaction, type Scope, type Tables } from '../db';
import type { DeviceLink, LinkLog } from './link';
import { discreet, noteOutcomes, type Outcome } from './settings';
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
      and ticket.sn = any(${[...sns]}) and ticket.state = 'waiting' and ${isReached(link, sns)}
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
    join device on device.sn = ticket.sn
    where ticket.state = 'sent' and ticket.deadline > ${Date.now()}
      and ticket.send_time <= back.at and ${isReached(link, [...since.keys()])}`.execute(db);
  await sendInOrder(link, log, rows);
};

/** A lock that speaks a protocol of its own is reached by the one server that it is connected to. */
const isReached = (link: DeviceLink, sns: readonly string[]) => sql`
  (device.protocol <> all(${[...NATIVE]}::integer[])
    or device.sn = any(${sns.filter((sn) => link.has?.(sn))}::text[]))`;

/** Locks that are connected to this server and have commands waiting, which another one may have taken in. */
export const waitingHere = async (db: Kysely<Tables>, link: DeviceLink): Promise<string[]> => {
  const { rows } = await sql<{ sn: string }>`
    select distinct ticket.sn
    from "appointmentCommandRecord" as ticket join device on device.sn = ticket.sn
    where ticket.state = 'waiting' and device.communicate_status = 1
      and device.protocol = any(${[...NATIVE]}::integer[])`.execute(db);
  return rows.flatMap(({ sn }) => (link.has?.(sn) ? [sn] : []));
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

type Commands = Readonly<Record<string, Command>>;

interface Ended extends Pick<Outcome, 'sn' | 'cmd' | 'args' | 'operate_name'> {
  /** Null for one that was never sent. */
  readonly send_time: number | null;
}

/**
 * A lock's reply ends its ticket, unless it ended before: a repeated or late reply changes nothing. What the lock now
 * has of its settings is entered with it.
 * @returns whether a ticket ended, and what of the lock's values was not understood
 */
export const finishByReply = (
  db: Kysely<Tables>,
  commands: Commands,
  sn: string,
  { id, code, msg, values }: LockReply,
): Promise<{ readonly done: boolean; readonly leftOut: readonly string[] }> =>
  inTransaction(db, async (trx) => {
    if (!/^\d{1,15}$/.test(id)) return { done: false, leftOut: [] };
    const state = code === 0 ? 'success' : 'failure';
    const now = Date.now();
    const { rows } = await sql<Ended>`
      update "appointmentCommandRecord"
      set state = ${state}, result = ${code === 0 ? 1 : 2}, end_time = ${now},
          message = ${code === 0 ? null : `#${code}`}
      where id = ${Number(id)} and sn = ${sn} and state = 'sent'
      returning sn, cmd, args, operate_name, send_time`.execute(trx);
    const [ended] = rows;
    if (!ended) return { done: false, leftOut: [] };
    if (msg !== undefined) {
      const words = discreet(commands, ended.cmd, ended.args, msg).slice(0, 400);
      await sql`
        update "appointmentCommandRecord" set message = ${words}
        where id = ${Number(id)} and sn = ${sn}`.execute(trx);
    }
    const leftOut = await noteOutcomes(trx, commands, [{ ...ended, state, values }], now);
    return { done: true, leftOut };
  });

/** Ends what got no reply in a minute, and what waited too long for its lock. */
export const finishByClock = (db: Kysely<Tables>, commands: Commands): Promise<boolean> =>
  inTransaction(db, async (trx) => {
    const now = Date.now();
    const { rows } = await sql<Ended>`
      update "appointmentCommandRecord" set state = 'invalid', result = 3, end_time = ${now}
      where state in ('waiting', 'sent') and deadline <= ${now}
      returning sn, cmd, args, operate_name, send_time`.execute(trx);
    const sent = rows.filter(({ send_time }) => send_time !== null);
    await noteOutcomes(
      trx,
      commands,
      sent.map((ended) => ({ ...ended, state: 'invalid' })),
      now,
    );
    return rows.length > 0;
  });

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
