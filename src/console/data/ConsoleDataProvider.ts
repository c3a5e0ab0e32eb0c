import type { DataProvider, Identifier } from 'ra-core';
import type { LiveChanges, LiveSnapshot } from '../../domain/live';
import type { TicketState } from '../../domain/ticket';
import type { CallOptions, FileAnswer } from './call';
import type { ListQuery } from './listQuery';

/** The entity whose records are the tickets of commands. */
export const TICKETS = 'appointmentCommandRecord';

/** A command on its way to one lock. */
export interface SentTicket {
  id: Identifier;
  sn: string;
  state: TicketState;
}

/** A lock that was not sent the command, and why, in the user's language. */
export interface RefusedTarget {
  sn: string;
  code: string;
  desc: string;
}

export interface CommandAnswer {
  tickets: SentTicket[];
  refused: RefusedTarget[];
}

/** What an import did or, as a dry run, would do. */
export interface ImportAnswer {
  total: number;
  added: number;
  /** `row` counts as the spreadsheet does: the header is 1. */
  errors: { row: number; fields: Record<string, string> }[];
}

export interface ExportQuery extends Omit<ListQuery, 'pagination'> {
  /** Only these records. */
  ids?: Identifier[];
  /** Only these fields, in this order. */
  columns?: string[];
}

/** react-admin's verbs and what seals need besides. Everything throws ApiError. */
export interface ConsoleDataProvider extends DataProvider {
  /** Any other call, for pages of their own. */
  call<T = unknown>(path: string, body?: object, options?: CallOptions): Promise<T>;
  command(code: string, sns: readonly string[], args?: object): Promise<CommandAnswer>;
  cancelTickets(ids: readonly Identifier[]): Promise<unknown>;
  resendTickets(ids: readonly Identifier[]): Promise<CommandAnswer>;
  /** @param purpose what the file is for, as the server names it @returns its path under imageServerUrl */
  upload(
    file: File,
    purpose: string,
    onProgress?: (part: number) => void,
  ): Promise<{ path: string }>;
  exportFile(resource: string, query?: ExportQuery): Promise<FileAnswer>;
  importRows(resource: string, path: string, dryRun: boolean): Promise<ImportAnswer>;
  importTemplate(resource: string): Promise<FileAnswer>;
  liveSnapshot(signal?: AbortSignal): Promise<LiveSnapshot>;
  liveChanges(cursor: string, signal?: AbortSignal): Promise<LiveChanges>;
}
