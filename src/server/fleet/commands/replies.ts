import { type NotNull, sql } from 'kysely';
import type { LockReply } from '../../../domain/lock';
import { truncate } from '../../../domain/text';
import type { TicketState } from '../../../domain/ticket';
import {
  anyOf,
  type Database,
  idsFrom,
  inTransaction,
  listAs,
  lit,
  type Scope,
  updateRows,
} from '../../db';
import { isOfOwner } from './ownership';
import { type CommandsByCode, maskSecretsIn, type SettingOutcome, storeSettings } from './settings';

interface EndedTicket extends Pick<SettingOutcome, 'sn' | 'cmd' | 'args' | 'operate_name'> {
  /** Null if it was never sent. */
  readonly send_time: number | null;
}

export interface TicketReply {
  readonly sn: string;
  readonly reply: LockReply;
}

/**
 * Applies a batch of replies to their tickets, in one transaction. A reply to a ticket that already ended as "no
 * reply" is stored as its late result, so the state that operators saw does not change. Repeated replies are ignored.
 * A reply without a code leaves the result open until the lock reports its state. Reported settings are stored in the
 * order of the replies.
 * @returns true if a ticket changed, and the reported values that match no setting
 */
export const applyReplies = (
  db: Database,
  commands: CommandsByCode,
  batch: readonly TicketReply[],
) =>
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
    const replyList = listAs(
      'reply',
      { id: 'bigint', sn: 'text', state: 'text', verdict: 'integer', message: 'text' },
      results,
    );
    const { rows } = await sql<EndedTicket & { readonly id: number }>`
      with reply as (
        select * from ${replyList}
      ), locked as (
        select ticket.id from "appointmentCommandRecord" as ticket join reply on reply.id = ticket.id
        join device_state as device on device.sn = reply.sn
        where ${isOfOwner('ticket', 'device')} order by ticket.id for update of ticket
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

const endStateOf = (
  code: LockReply['code'],
): Extract<TicketState, 'success' | 'failure' | 'answered'> =>
  code === undefined ? 'answered' : code === 0 ? 'success' : 'failure';

/** Stores the messages of replies, with the command's secrets masked. */
const storeMessages = async (
  trx: Database,
  commands: CommandsByCode,
  answered: readonly (EndedTicket & { readonly id: number; readonly reply: LockReply })[],
): Promise<void> => {
  const messages = answered.flatMap(({ id, cmd, args, reply: { msg } }) =>
    msg === undefined
      ? []
      : [{ id, message: truncate(maskSecretsIn(commands, cmd, args, msg), 400) }],
  );
  const target = { keys: ['id'], columns: ['message'] } as const;
  await updateRows(trx, 'appointmentCommandRecord', target, messages);
};

/**
 * Ends tickets past their deadline: sent ones without a reply and waiting ones as "no reply", unconfirmed and planned
 * ones as cancelled.
 */
export const expireTickets = (db: Database, commands: CommandsByCode): Promise<boolean> =>
  inTransaction(db, async (trx) => {
    const now = Date.now();
    const rows = await trx
      .updateTable('appointmentCommandRecord')
      .set({ state: 'invalid', result: 3, end_time: now })
      .where('state', 'in', [lit('waiting'), lit('sent')])
      .where('deadline', '<=', now)
      .returning(['sn', 'cmd', 'args', 'operate_name', 'send_time'])
      .$narrowType<{ sn: NotNull; cmd: NotNull; args: NotNull }>()
      .execute();
    const sent = rows.filter(({ send_time }) => send_time !== null);
    await storeSettings(
      trx,
      commands,
      sent.map((ticket) => ({ ...ticket, state: 'invalid' })),
      now,
    );
    const { numUpdatedRows } = await trx
      .updateTable('appointmentCommandRecord')
      .set({ state: 'cancelled', end_time: now })
      .where('state', 'in', [lit('unconfirmed'), lit('planned')])
      .where('deadline', '<=', now)
      .executeTakeFirstOrThrow();
    return rows.length > 0 || numUpdatedRows > 0;
  });

/** Cancels tickets that were not sent yet. Returns their number. */
export const cancelWaiting = async (
  db: Database,
  ids: readonly number[],
  scope: Scope,
): Promise<number> => {
  const { numUpdatedRows } = await db
    .updateTable('appointmentCommandRecord')
    .set({ state: 'cancelled', end_time: Date.now() })
    .where('id', '=', anyOf(ids))
    .where('state', 'in', [lit('unconfirmed'), lit('planned'), lit('waiting')])
    .where('org_id', 'in', idsFrom('org_subtree', scope.orgId))
    .executeTakeFirstOrThrow();
  return Number(numUpdatedRows);
};
