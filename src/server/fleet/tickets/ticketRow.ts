import type { TicketState } from '../../../domain/ticket';

/** A ticket as delivery needs it. */
export interface TicketRow {
  readonly id: number;
  readonly sn: string;
  readonly cmd: string;
  readonly args: Readonly<Record<string, unknown>>;
  readonly state: TicketState;
  /** When it ends by itself, ms since 1970. */
  readonly deadline: number;
}
