import { type RawBuilder, sql } from 'kysely';
import type { AnyEntity } from '../../../config';
import type { Label } from '../../../domain/label';
import { SENDING_ENDINGS } from '../../../domain/ticket';
import { commandPath } from '../../../protocol';
import { isGranted, operatorOf, type Rights } from '../../auth';
import type { Operator } from '../../calls/endpoint';
import { anyOf, type Database, lit } from '../../db';
import { type LentLocks, lentTo, type SentTo } from './sharing';

interface Sender {
  readonly oper_id: number | null;
  readonly cmd: string;
  /** Organisation for which the command is sent. */
  readonly org_id?: number | null;
}

/**
 * Returns the operator who sends a command; undefined if they are disabled, lost the permission for it, or moved to
 * another organisation.
 */
export const senderOf = async (
  db: Database,
  rights: Rights,
  { oper_id, cmd, org_id }: Sender,
): Promise<Operator | undefined> => {
  const oper = oper_id === null ? undefined : await operatorOf(db, oper_id, org_id);
  return oper && isGranted(await rights.get(oper.role_id), commandPath(cmd)) ? oper : undefined;
};

/** Decides to which locks an organisation may send a command: its own, and those that are lent to it for that. */
export const reachableLocks = async (
  db: Database,
  entities: readonly AnyEntity[],
  { code, orgId, sns }: SentTo,
): Promise<{
  readonly lent: LentLocks;
  /** Condition on `device_state` as `state`. */
  readonly where: RawBuilder<boolean>;
}> => {
  const lent = await lentTo(db, entities, { code, orgId, sns });
  const where = sql<boolean>`state.sn = any(${[...sns]})
    and (state.org_id in (select org_subtree(${orgId}))
      or state.device_id = any(${[...lent.until.keys()]}::bigint[]))`;
  return { lent, where };
};

export interface OutgoingTicket {
  readonly id: number;
  readonly sn: string;
  readonly cmd: string;
  /** Null for a ticket of the server itself, which decided when it made it. */
  readonly oper_id: number | null;
}

/** Returns the reasons why tickets may no longer go out, by id: a command that waited is judged again as if sent now. */
export type JudgeTickets = (
  tickets: readonly OutgoingTicket[],
) => Promise<ReadonlyMap<number, Label>>;

export const judgeTickets =
  (db: Database, entities: readonly AnyEntity[], rights: Rights): JudgeTickets =>
  async (tickets) => {
    const refusals = new Map<number, Label>();
    for (const { oper_id, cmd, ids } of bySending(tickets)) {
      const sender = await senderOf(db, rights, { oper_id, cmd });
      const to = { code: cmd, sns: [...ids.keys()] };
      const reachable =
        sender && (await reachableSns(db, entities, { ...to, orgId: sender.org_id }));
      for (const [sn, own] of ids) {
        if (reachable?.has(sn)) continue;
        const reason = reachable ? SENDING_ENDINGS.seesNot : SENDING_ENDINGS.mayNot;
        for (const id of own) refusals.set(id, reason);
      }
    }
    return refusals;
  };

/** Tickets of one operator and command: their ids by serial number. */
interface Sending {
  readonly oper_id: number;
  readonly cmd: string;
  readonly ids: Map<string, number[]>;
}

const bySending = (tickets: readonly OutgoingTicket[]): Iterable<Sending> => {
  const sendings = new Map<string, Sending>();
  for (const { id, sn, cmd, oper_id } of tickets) {
    if (oper_id === null) continue;
    const key = `${oper_id} ${cmd}`;
    const sending = sendings.get(key) ?? { oper_id, cmd, ids: new Map() };
    sendings.set(key, sending);
    const own = sending.ids.get(sn);
    if (own) own.push(id);
    else sending.ids.set(sn, [id]);
  }
  return sendings.values();
};

const reachableSns = async (
  db: Database,
  entities: readonly AnyEntity[],
  to: SentTo,
): Promise<ReadonlySet<string>> => {
  const { where } = await reachableLocks(db, entities, to);
  const rows = await db.selectFrom('device_state as state').select('sn').where(where).execute();
  return new Set(rows.map(({ sn }) => sn));
};

/** Cancels tickets that did not go out, each with its reason. @param state state in which they are expected */
export const cancelRefused = async (
  db: Database,
  refusals: ReadonlyMap<number, Label>,
  state: 'waiting' | 'sent',
): Promise<void> => {
  for (const reason of new Set(refusals.values())) {
    const ids = [...refusals].flatMap(([id, each]) => (each === reason ? [id] : []));
    await db
      .updateTable('appointmentCommandRecord')
      .set({ state: 'cancelled', send_time: null, end_time: Date.now(), message: reason[0] })
      .where('id', '=', anyOf(ids))
      .where('state', '=', lit(state))
      .execute();
  }
};
