import { setImmediate as nextTurn } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';
import type { Command } from '../../../config';
import { NATIVE, PROTOCOL } from '../../../domain/family';
import type { LockReply } from '../../../domain/lock';
import type { TicketState } from '../../../domain/ticket';
import { type Database, inTransaction, type Scope, type Tables } from '../../db';
import { truncate } from '../../db/storableText';
import { type DeviceLink, type LinkLog, NotSentError } from '../link';
import { maskSecretsIn, type SettingOutcome, storeSettings } from '../settings';
import type { TicketRow } from './create';

/** Commands sent in one turn of the event loop. */
const SEND_BATCH = 50;

/** Maximum locks served per sweep. */
const SERVE_BATCH = 1_000;

interface Delivery {
  readonly db: Kysely<Tables>;
  readonly link: DeviceLink;
  readonly log: LinkLog;
  /** Time for a lock to reply, ms. */
  readonly replyLimit: number;
}

/** Ticket that was marked as sent, with its deadline from before. */
interface DueTicket extends TicketRow {
  readonly waits_until: number;
}

/**
 * Sends waiting tickets to locks that are online and due. A ticket is marked as sent before it goes out. So only one
 * of several servers sends it, and a crash in between ends as "no reply", never as a second command. A ticket that
 * could not go out, because the broker was lost meanwhile, waits again.
 * @param sns locks to serve
 */
export const deliver = async (
  { db, link, log, replyLimit }: Delivery,
  sns: readonly string[],
): Promise<void> => {
  // Without a broker connection, tickets for MQTT locks stay waiting; marked as sent, they would end as "no reply".
  const hasBroker = link.isConnected?.() !== false;
  if (sns.length === 0) return;
  const now = Date.now();
  const { rows } = await sql<DueTicket>`
    with due as (
      select ticket.id, ticket.deadline as waits_until
      from "appointmentCommandRecord" as ticket join device on device.sn = ticket.sn
      where device.communicate_status = 1
        and ticket.sn = any(${[...sns]}) and ticket.state = 'waiting' and ${isReached(link, sns)}
        and (ticket.start_time is null or ticket.start_time <= ${now})
        and (${hasBroker} or device.protocol <> ${PROTOCOL.mqtt})
      order by ticket.id for update of ticket
    )
    update "appointmentCommandRecord" as ticket
    set state = 'sent', send_time = ${now}, deadline = ${now + replyLimit}
    from due where ticket.id = due.id
    returning ticket.id, ticket.sn, ticket.cmd, ticket.args, ticket.state, ticket.deadline,
      due.waits_until`.execute(db);
  const unsent = new Set(await sendInOrder(link, log, rows));
  await waitAgain(
    db,
    rows.filter(({ id }) => unsent.has(id)),
  );
};

const waitAgain = async (db: Kysely<Tables>, tickets: readonly DueTicket[]): Promise<void> => {
  if (tickets.length === 0) return;
  const earlier = tickets.map(({ id, deadline, waits_until }) => ({ id, deadline, waits_until }));
  await sql`
    update "appointmentCommandRecord" as ticket
    set state = 'waiting', send_time = null, deadline = earlier.waits_until
    from jsonb_to_recordset(${JSON.stringify(earlier)}::jsonb)
      as earlier(id bigint, deadline bigint, waits_until bigint)
    where ticket.id = earlier.id and ticket.state = 'sent'
      and ticket.deadline = earlier.deadline`.execute(db);
};

/**
 * Returns online locks with a ticket to deliver: its start time has come, it was confirmed, or the database or the
 * broker was unreachable before. Locks of native protocols are left out.
 */
export const undeliveredLocks = async (db: Kysely<Tables>): Promise<string[]> => {
  const now = Date.now();
  const { rows } = await sql<{ sn: string }>`
    select distinct ticket.sn from "appointmentCommandRecord" as ticket
    join device on device.sn = ticket.sn and device.communicate_status = 1
    where ticket.state = 'waiting' and device.protocol <> all(${[...NATIVE]}::integer[])
      and ticket.deadline > ${now}
      and (ticket.start_time is null or ticket.start_time <= ${now}) limit ${SERVE_BATCH}`.execute(
    db,
  );
  return rows.map(({ sn }) => sn);
};

/**
 * Resends commands that locks may have missed while offline. Excludes Traccar, where commands have no id and a
 * tracker would run them twice.
 * @param since time of the reconnect by lock, epoch ms
 */
export const resendSent = async (
  db: Kysely<Tables>,
  link: DeviceLink,
  log: LinkLog,
  since: ReadonlyMap<string, number>,
): Promise<void> => {
  if (since.size === 0) return;
  const reconnects = [...since].map(([sn, at]) => ({ sn, at }));
  const { rows } = await sql<TicketRow>`
    select ticket.id, ticket.sn, ticket.cmd, ticket.args, ticket.state, ticket.deadline
    from jsonb_to_recordset(${JSON.stringify(reconnects)}::jsonb) as reconnect(sn varchar, at bigint)
    join "appointmentCommandRecord" as ticket on ticket.sn = reconnect.sn
    join device on device.sn = ticket.sn
    where ticket.state = 'sent' and ticket.deadline > ${Date.now()}
      and ticket.send_time <= reconnect.at and device.protocol <> ${PROTOCOL.traccar}
      and ${isReached(link, [...since.keys()])}`.execute(db);
  await sendInOrder(link, log, rows);
};

/**
 * Resends commands to MQTT locks that were marked as sent before a time and have no reply, because a server that
 * crashed may not have sent them. A lock ignores a command that it has already run. Native-protocol locks reconnect,
 * and are served then.
 */
export const resendUnanswered = async (
  db: Kysely<Tables>,
  link: DeviceLink,
  log: LinkLog,
  before: number,
): Promise<void> => {
  const { rows } = await sql<TicketRow>`
    select ticket.id, ticket.sn, ticket.cmd, ticket.args, ticket.state, ticket.deadline
    from "appointmentCommandRecord" as ticket
    join device on device.sn = ticket.sn and device.communicate_status = 1
    where ticket.state = 'sent' and ticket.deadline > ${Date.now()}
      and ticket.send_time <= ${before} and device.protocol = ${PROTOCOL.mqtt}`.execute(db);
  await sendInOrder(link, log, rows);
};

/**
 * Condition for locks that this server can reach. A native-protocol lock is reached only by the server it is
 * connected to.
 */
const isReached = (link: DeviceLink, sns: readonly string[]) => sql`
  (device.protocol <> all(${[...NATIVE]}::integer[])
    or device.sn = any(${sns.filter((sn) => link.has?.(sn))}::text[]))`;

/** Returns the locks connected to this server that have waiting commands, possibly created by another server. */
export const connectedWithWaiting = async (
  db: Kysely<Tables>,
  link: DeviceLink,
): Promise<string[]> => {
  const { rows } = await sql<{ sn: string }>`
    select distinct ticket.sn
    from "appointmentCommandRecord" as ticket join device on device.sn = ticket.sn
    where ticket.state = 'waiting' and device.communicate_status = 1
      and device.protocol = any(${[...NATIVE]}::integer[])`.execute(db);
  return rows.flatMap(({ sn }) => (link.has?.(sn) ? [sn] : []));
};

/**
 * Sends oldest first: a lock that is sealed and then unsealed must end unsealed.
 * @returns ids of tickets that certainly did not go out
 */
const sendInOrder = async (
  link: DeviceLink,
  log: LinkLog,
  tickets: readonly TicketRow[],
): Promise<number[]> => {
  const ordered = [...tickets].sort((a, b) => a.id - b.id);
  const sending: Promise<void>[] = [];
  const unsent: number[] = [];
  for (const [at, { id, sn, cmd, args, deadline }] of ordered.entries()) {
    // Yields to the event loop.
    if (at > 0 && at % SEND_BATCH === 0) await nextTurn();
    const command = { id: String(id), cmd, args, ts: Date.now(), exp: deadline };
    sending.push(
      link.send(sn, command).catch((error: Error) => {
        if (error instanceof NotSentError) unsent.push(id);
        log.warn(`Command ${id} to ${sn} was not sent: ${error.message}`);
      }),
    );
  }
  await Promise.all(sending);
  return unsent;
};

type Commands = Readonly<Record<string, Command>>;

interface EndedTicket extends Pick<SettingOutcome, 'sn' | 'cmd' | 'args' | 'operate_name'> {
  /** Null if it was never sent. */
  readonly send_time: number | null;
}

export interface TicketReply {
  readonly sn: string;
  readonly reply: LockReply;
}

/** Reported value that matches no setting, described without quoting it. */
export interface IgnoredSetting {
  readonly sn: string;
  readonly what: string;
}

/**
 * Applies a batch of replies to their tickets, in one transaction. A reply to a ticket that already ended as "no
 * reply" is stored as its late result, so the state that operators saw does not change. Repeated replies are ignored.
 * A reply without a code leaves the result open until the lock reports its state. Reported settings are stored in the
 * order of the replies.
 */
export const applyReplies = (
  db: Kysely<Tables>,
  commands: Commands,
  batch: readonly TicketReply[],
): Promise<{ readonly done: boolean; readonly leftOut: readonly IgnoredSetting[] }> =>
  inTransaction(db, async (trx) => {
    const valid = batch.filter(({ reply: { id } }) => /^\d{1,15}$/.test(id));
    // Of several replies to a ticket the first counts; the list is reversed because a map keeps the last.
    const firstByKey = new Map(
      valid.toReversed().map((each) => [`${each.reply.id} ${each.sn}`, each]),
    );
    const results = [...firstByKey.values()].map(({ sn, reply: { id, code } }) => ({
      id: Number(id),
      sn,
      state: endStateOf(code),
      verdict: code === undefined ? null : code === 0 ? 1 : 2,
      message: code === 0 || code === undefined ? null : `#${code}`,
    }));
    if (results.length === 0) return { done: false, leftOut: [] };
    const now = Date.now();
    const { rows } = await sql<EndedTicket & { readonly id: number }>`
      with reply as (
        select * from jsonb_to_recordset(${JSON.stringify(results)}::jsonb)
          as reply(id bigint, sn text, state text, verdict integer, message text)
      ), locked as (
        select ticket.id from "appointmentCommandRecord" as ticket join reply on reply.id = ticket.id
        order by ticket.id for update of ticket
      )
      update "appointmentCommandRecord" as ticket set
        state = case when ticket.state = 'invalid' then ticket.state else reply.state end,
        result = case when ticket.state = 'invalid' then result else verdict end,
        end_time = case when ticket.state = 'invalid' then end_time else ${now} end,
        late_result = case when ticket.state = 'invalid' then verdict end,
        late_time = case when ticket.state = 'invalid' then ${now}::bigint end,
        message = case when ticket.state = 'answered' then ticket.message else reply.message end
      from reply join locked on locked.id = reply.id
      where ticket.id = reply.id and ticket.sn = reply.sn and (ticket.state = 'sent'
        or (ticket.state = 'answered' and verdict is not null)
        or (ticket.state = 'invalid' and send_time is not null and late_result is null))
      returning ticket.id, ticket.sn, cmd, args, operate_name, send_time`.execute(trx);
    const ticketByKey = new Map(rows.map((row) => [`${row.id} ${row.sn}`, row]));
    const answered = [...firstByKey].toReversed().flatMap(([key, { reply }]) => {
      const row = ticketByKey.get(key);
      return row ? [{ ...row, reply }] : [];
    });
    await storeMessages(trx, commands, answered);
    const outcomes = answered.map(({ reply: { code, values }, ...row }) => ({
      ...row,
      state: endStateOf(code),
      values,
    }));
    return { done: rows.length > 0, leftOut: await storeSettings(trx, commands, outcomes, now) };
  });

/** Returns the state in which a reply ends its ticket. */
const endStateOf = (
  code: LockReply['code'],
): Extract<TicketState, 'success' | 'failure' | 'answered'> =>
  code === undefined ? 'answered' : code === 0 ? 'success' : 'failure';

/** Stores the messages of replies, with the command's secrets masked. */
const storeMessages = async (
  trx: Database,
  commands: Commands,
  answered: readonly (EndedTicket & { readonly id: number; readonly reply: LockReply })[],
): Promise<void> => {
  const messages = answered.flatMap(({ id, cmd, args, reply: { msg } }) =>
    msg === undefined ? [] : [{ id, text: truncate(maskSecretsIn(commands, cmd, args, msg), 400) }],
  );
  if (messages.length === 0) return;
  await sql`
    update "appointmentCommandRecord" as ticket set message = reply.text
    from jsonb_to_recordset(${JSON.stringify(messages)}::jsonb) as reply(id bigint, text text)
    where ticket.id = reply.id`.execute(trx);
};

/**
 * Ends tickets past their deadline: sent ones without a reply and waiting ones as "no reply", unconfirmed and planned
 * ones as cancelled.
 */
export const expireTickets = (db: Kysely<Tables>, commands: Commands): Promise<boolean> =>
  inTransaction(db, async (trx) => {
    const now = Date.now();
    const { rows } = await sql<EndedTicket>`
      update "appointmentCommandRecord" set state = 'invalid', result = 3, end_time = ${now}
      where state in ('waiting', 'sent') and deadline <= ${now}
      returning sn, cmd, args, operate_name, send_time`.execute(trx);
    const sent = rows.filter(({ send_time }) => send_time !== null);
    await storeSettings(
      trx,
      commands,
      sent.map((ticket) => ({ ...ticket, state: 'invalid' })),
      now,
    );
    const { numAffectedRows } = await sql`
      update "appointmentCommandRecord" set state = 'cancelled', end_time = ${now}
      where state in ('unconfirmed', 'planned') and deadline <= ${now}`.execute(trx);
    return rows.length > 0 || Boolean(numAffectedRows);
  });

/** Cancels tickets that were not sent yet. Returns their number. */
export const cancelWaiting = async (
  db: Kysely<Tables>,
  ids: readonly number[],
  scope: Scope,
): Promise<number> => {
  const { numAffectedRows } = await sql`
    update "appointmentCommandRecord" set state = 'cancelled', end_time = ${Date.now()}
    where id = any(${[...ids]}) and state in ('unconfirmed', 'planned', 'waiting')
      and org_id in (select org_subtree(${scope.orgId}))`.execute(db);
  return Number(numAffectedRows ?? 0);
};
