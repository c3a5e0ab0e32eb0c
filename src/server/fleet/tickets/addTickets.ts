import type { TicketSource } from '../../../domain/ticket';
import type { Database } from '../../store';
import type { TicketRow } from './ticketRow';

export interface NewTicket {
  readonly sn: string;
  /** The organisation that has the lock. */
  readonly org_id: number;
  readonly cmd: string;
  readonly args: Readonly<Record<string, unknown>>;
  /** Until when it waits for its lock, ms since 1970. */
  readonly deadline: number;
  /** The operator who sends it; null where a rule does. */
  readonly oper_id: number | null;
  readonly operate_source: TicketSource;
  /** The operator's name, or the rule's. */
  readonly operate_name: string;
}

/** Writes tickets that wait to be delivered. */
export const addTickets = async (
  db: Database,
  tickets: readonly NewTicket[],
): Promise<TicketRow[]> => {
  if (tickets.length === 0) return [];
  const create_time = Date.now();
  const rows = await db
    .insertInto('appointmentCommandRecord')
    .values(
      tickets.map(({ args, ...ticket }) => ({
        ...ticket,
        args: JSON.stringify(args),
        create_time,
        state: 'waiting',
      })),
    )
    .returning(['id', 'sn', 'cmd', 'args', 'state', 'deadline'])
    .execute();
  return rows as unknown as TicketRow[];
};
