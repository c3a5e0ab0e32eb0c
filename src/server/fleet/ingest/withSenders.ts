import { sql } from 'kysely';
import type { TicketSource } from '../../../domain/ticket';
import type { Database } from '../../store';

type Row = Readonly<Record<string, unknown>>;

interface Sender {
  readonly sn: string;
  readonly cmd: string;
  readonly operate_source: TicketSource | null;
  readonly operate_name: string;
}

/** Commands by the action that a lock reports when it did one. */
const REMOTE: Readonly<Record<number, string>> = { 1: 'unseal', 12: 'seal' };

/** Remote actions are done by the operator, or the rule, whose command the lock last took. */
export const withSenders = async (db: Database, history: readonly Row[]): Promise<Row[]> => {
  const remote = history.filter(({ lock_action }) => REMOTE[lock_action as number] !== undefined);
  if (remote.length === 0) return [...history];
  const { rows } = await sql<Sender>`
    select distinct on (sn, cmd) sn, cmd, operate_source, operate_name
    from "appointmentCommandRecord"
    where sn = any(${remote.map(({ sn }) => sn)}) and cmd in ('seal', 'unseal')
      and send_time is not null
    order by sn, cmd, id desc`.execute(db);
  const senders = new Map(rows.map(({ sn, cmd, ...sender }) => [`${sn} ${cmd}`, sender]));
  return history.map((row) => ({
    ...row,
    ...senders.get(`${row.sn} ${REMOTE[row.lock_action as number]}`),
  }));
};
