import type { DataProvider, Identifier } from 'react-admin';
import type { LatLon } from '../../../domain/geo/geometry';
import type { LiveChanges } from '../../../domain/live';
import type { LivePart, LiveSnapshot } from '../../../domain/liveSnapshot';
import type {
  ActionAnswer,
  CommandAnswer,
  CommandCheck,
  CommandTargets,
  CountResult,
  ImportAnswer,
  MapSession,
  PageRoles,
  PlaceResult,
  PreviewAnswer,
  ReportPage,
  ReportQuestion,
  SendOptions,
} from '../../../protocol';
import type { CallOptions, FileAnswer } from '../http';
import type { ListQuery } from '../wire';

export interface ExportQuery extends Omit<ListQuery, 'pagination'> {
  /** Export only these records. */
  ids?: readonly Identifier[];
  /** Export only these fields, in this order. */
  columns?: readonly string[];
  /** Request a job. A server without export jobs responds with the file. */
  job?: true;
}

/** Export that is mailed. */
interface SendQuery extends Omit<ExportQuery, 'ids' | 'job'> {
  /** Ids of the operators who get it. */
  readonly to: readonly Identifier[];
  /** Every Monday instead of now. */
  readonly weekly: boolean;
}

/** The file, or the id of the `exportJob` that creates it. */
type ExportAnswer = { readonly file: FileAnswer } | { readonly job: Identifier };

export interface CountQuery {
  /** One of the entity's `counts`. A time is grouped by day. */
  by: string;
  /** Another of them, to split each group. */
  split?: string;
  /** IANA time zone of the days. The filter must then have both ends of the time range. */
  zone?: string;
  filter?: ListQuery['filter'];
}

/** react-admin's data provider with the additional calls of the console. Every method throws ApiError. */
export interface ConsoleDataProvider extends DataProvider {
  /** Any other call, for custom pages. */
  call<T = unknown>(path: string, body?: object, options?: CallOptions): Promise<T>;
  command(
    code: string,
    sns: readonly string[],
    args?: object,
    how?: SendOptions,
  ): Promise<CommandAnswer>;
  /** Checks a command without sending it; undefined if the server has no such call. */
  checkCommand(code: string, targets: CommandTargets): Promise<CommandCheck | undefined>;
  /** Sends the operator a one-time code for a command. @returns the recipient, mostly masked */
  sendCode(code: string): Promise<{ readonly to: string }>;
  cancelTickets(ids: readonly Identifier[]): Promise<unknown>;
  resendTickets(ids: readonly Identifier[], how?: SendOptions): Promise<CommandAnswer>;
  /** @param purpose the server's name for the use of the file @returns the path under imageServerUrl */
  upload(
    file: File,
    purpose: string,
    onProgress?: (part: number) => void,
  ): Promise<{ path: string }>;
  exportFile(resource: string, query?: ExportQuery): Promise<ExportAnswer>;
  sendList(resource: string, query: SendQuery): Promise<void>;
  /**
   * Runs a declared action. Passwords among its arguments are encrypted.
   * @throws ApiError `conflict`, with ActionRefusals under `data.failed`, if it failed for every record
   */
  action(
    resource: string,
    code: string,
    ids: readonly Identifier[],
    args?: object,
    options?: CallOptions,
  ): Promise<ActionAnswer | FileAnswer>;
  /** Dry run of `create` with the same data. */
  preview(resource: string, data: object, options?: CallOptions): Promise<PreviewAnswer>;
  /** Counts records in groups. The filter is that of a list. */
  count(resource: string, query: CountQuery, options?: CallOptions): Promise<CountResult>;
  importRows(resource: string, path: string, dryRun: boolean): Promise<ImportAnswer>;
  importTemplate(resource: string): Promise<FileAnswer>;
  /** Names a page and roles with it; fails if there is no such page. Only if `Access.pageRoles` is set. */
  pageRoles(code: string, signal?: AbortSignal): Promise<PageRoles>;
  liveSnapshot(signal?: AbortSignal): Promise<LiveSnapshot>;
  /** Loads one part of a snapshot that is an index. */
  livePart(part: string, signal?: AbortSignal): Promise<LivePart>;
  liveChanges(cursor: string, signal?: AbortSignal): Promise<LiveChanges>;
  /** Finds up to a handful of places by a part of their name; fails if the server has no gazetteer. */
  findPlaces(text: string, signal?: AbortSignal): Promise<readonly PlaceResult[]>;
  /** Describes a position in the reader's language; fails if the server has no gazetteer. */
  placeWords(place: LatLon, signal?: AbortSignal): Promise<string>;
  /** Returns the ISO code of the country of each of up to 100 places; none if the server does not know them. */
  placeCountries(places: readonly LatLon[], signal?: AbortSignal): Promise<readonly string[]>;
  /** Loads the limit of points of a fence; fails if the server has no fences. */
  placeLimits(signal?: AbortSignal): Promise<{ readonly fence_max_points: number }>;
  /** Loads the session of Google's map tiles in the operator's language. */
  mapSession(signal?: AbortSignal): Promise<MapSession>;
  /** Loads a page of a report; fails if the server has no reports. */
  runReport(question: ReportQuestion, options?: CallOptions): Promise<ReportPage>;
  reportFile(question: ReportQuestion): Promise<FileAnswer>;
}
