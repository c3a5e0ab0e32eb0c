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
  /** Asks for a job; a server that knows none answers the file itself. */
  job?: true;
}

/** The file, or the job (a record of `exportJob`) that makes it. */
export type ExportAnswer = { readonly file: FileAnswer } | { readonly job: Identifier };

/** A record that an action could not be done with, and why, in the user's language. */
export interface ActionRefusal {
  id: Identifier;
  why: string;
}

/** How an action went; the message is for the user. */
export interface ActionAnswer {
  done: number;
  failed: ActionRefusal[];
  message?: string;
}

/** What a form would make, before it is made; all of it in the user's language. */
export interface PreviewAnswer {
  total: number;
  samples: string[];
  problems: string[];
}

export interface CountQuery {
  /** One of the entity's `counts`; a time is counted by day. */
  by: string;
  /** Another of them: each group is counted by its values too. */
  split?: string;
  /** Minutes east of UTC, which say when a day begins. */
  offset?: number;
  filter?: ListQuery['filter'];
}

/** A day's value is the ms since 1970 at which it begins. */
export interface CountedGroup {
  value: unknown;
  split?: unknown;
  count: number;
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
  exportFile(resource: string, query?: ExportQuery): Promise<ExportAnswer>;
  /**
   * Does a declared action with records; passwords among its arguments are encrypted.
   * @throws ApiError `conflict` with ActionRefusals under `data.failed` when it could be done with none of them
   */
  action(
    resource: string,
    code: string,
    ids: readonly Identifier[],
    args?: object,
    options?: CallOptions,
  ): Promise<ActionAnswer | FileAnswer>;
  /** What `create` would make of the same data. */
  preview(resource: string, data: object, options?: CallOptions): Promise<PreviewAnswer>;
  /** The records counted in groups; a filter takes what a list's takes. */
  count(resource: string, query: CountQuery, options?: CallOptions): Promise<CountedGroup[]>;
  importRows(resource: string, path: string, dryRun: boolean): Promise<ImportAnswer>;
  importTemplate(resource: string): Promise<FileAnswer>;
  liveSnapshot(signal?: AbortSignal): Promise<LiveSnapshot>;
  liveChanges(cursor: string, signal?: AbortSignal): Promise<LiveChanges>;
}
