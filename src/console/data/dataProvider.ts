import type { DataProvider, Identifier, RaRecord } from 'react-admin';
import {
  type Action,
  type AnyEntity,
  type Command,
  type Console,
  type Fields,
  isBlank,
  type Verb,
} from '../../config';
import type { LatLon } from '../../domain/geo/geometry';
import type { LiveChanges, LivePart, LiveSnapshot } from '../../domain/live';
import type { RelatedEvent, TimelinePage } from '../../domain/timeline';
import { exactName, isReference, isSecret, titleColumn } from '../../fields';
import {
  type ActionAnswer,
  ApiError,
  actionPath,
  CALL,
  type CommandAnswer,
  type CommandCheck,
  type CommandTargets,
  checkPath,
  codePath,
  commandPath,
  isRecord,
  type PlaceResult,
  type PreviewAnswer,
  type ReportPage,
  type SendOptions,
  ticketPath,
  verbPath,
} from '../../protocol';
import { type CallOptions, type FileAnswer, type Http, isFile } from './http';
import { isUnknownCall } from './missingCall';
import { loadTimeline, type RelatedEventsQuery, type TimelineQuery } from './timeline';
import {
  changedValues,
  errorFromWire,
  fieldsOf,
  filterBody,
  isReferenced,
  keyNameOf,
  type ListQuery,
  listBody,
  omitSecrets,
  previousValues,
  recordFromWire,
  splitCoordinates,
  totalOf,
  withSearchText,
  writableValues,
} from './wire';

export const ALARMS = 'alertRecord';

/** Result of an import or of its dry run. */
export interface ImportAnswer {
  total: number;
  added: number;
  /** `row` is the row of the spreadsheet; the header is row 1. */
  errors: { row: number; fields: Record<string, string> }[];
  /** Columns that the import ignores, in the user's language. Optional for a server. */
  ignored?: string[];
}

export interface ExportQuery extends Omit<ListQuery, 'pagination'> {
  /** Export only these records. */
  ids?: Identifier[];
  /** Export only these fields, in this order. */
  columns?: string[];
  /** Request a job. A server without export jobs responds with the file. */
  job?: true;
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

/** The value of a day is its start, epoch ms. */
export interface CountGroup {
  value: unknown;
  split?: unknown;
  count: number;
}

export interface CountResult {
  readonly groups: readonly CountGroup[];
  /** True while history is still being created, as in a new demo. */
  readonly growing?: boolean;
}

/** Properties of a list besides its rows. */
interface ListMeta {
  /** Set while history is still being created, as in a new demo. */
  readonly growing: true;
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
  /** Loads a page of a record's timeline, from lists if the server has no such call. */
  timeline(resource: string, query: TimelineQuery): Promise<TimelinePage>;
  /** Loads the causes and consequences of a record, newest first, from lists if the server has no such call. */
  story(resource: string, query: RelatedEventsQuery): Promise<readonly RelatedEvent[]>;
  /** Dry run of `create` with the same data. */
  preview(resource: string, data: object, options?: CallOptions): Promise<PreviewAnswer>;
  /** Counts records in groups. The filter is that of a list. */
  count(resource: string, query: CountQuery, options?: CallOptions): Promise<CountResult>;
  importRows(resource: string, path: string, dryRun: boolean): Promise<ImportAnswer>;
  importTemplate(resource: string): Promise<FileAnswer>;
  liveSnapshot(signal?: AbortSignal): Promise<LiveSnapshot>;
  /** Loads one part of a snapshot that is an index. */
  livePart(part: string, signal?: AbortSignal): Promise<LivePart>;
  liveChanges(cursor: string, signal?: AbortSignal): Promise<LiveChanges>;
  /** Finds up to a handful of places by a part of their name; fails if the server has no gazetteer. */
  findPlaces(text: string, signal?: AbortSignal): Promise<readonly PlaceResult[]>;
  /** Describes a position in the reader's language; fails if the server has no gazetteer. */
  placeWords(place: LatLon, signal?: AbortSignal): Promise<string>;
  /** Loads the limit of points of a fence; fails if the server has no fences. */
  placeLimits(signal?: AbortSignal): Promise<{ readonly fence_max_points: number }>;
  /** Loads a page of a report; fails if the server has no reports. */
  runReport(question: ReportQuestion, options?: CallOptions): Promise<ReportPage>;
  /** Exports the whole report as a spreadsheet. */
  reportFile(question: ReportQuestion): Promise<FileAnswer>;
}

/** Parameters of a report. Days begin in the time zone `zone`. */
export interface ReportQuestion {
  readonly report: string;
  /** Epoch ms, both ends inclusive. */
  readonly from: number;
  readonly to: number;
  readonly zone: string;
  readonly group?: string;
  readonly orgs?: readonly number[];
  readonly devices?: readonly number[];
  readonly pageNum?: number;
  readonly pageSize?: number;
}

/** Maximum number of rows per list call. */
const PAGE_LIMIT = 1000;

interface Options {
  http: Http;
  declared: Console;
  /** Encrypts a password with the session's key. */
  encrypt: (password: string) => Promise<string>;
  /** Message in the user's language. */
  failureText: (failure: 'badAnswer') => string;
}

/** Creates the data provider for the declared entities. */
export const createDataProvider = ({
  http,
  declared,
  encrypt,
  failureText,
}: Options): ConsoleDataProvider => {
  const { wire } = declared;
  /** Error for a response without its required properties. */
  const badAnswerError = (data: unknown) =>
    new ApiError(failureText('badAnswer'), { kind: 'http', code: 'badAnswer', data });
  const entities = new Map(declared.entities.map((entity) => [entity.name as string, entity]));

  const guessed = guessedNames(declared);
  const entityOf = (resource: string): AnyEntity => {
    const entity = entities.get(resource) ?? guessed.get(resource);
    if (!entity) throw new Error(`There is no entity ${resource}`);
    return entity;
  };
  const post = async (resource: string, verb: Verb, body: object, options?: CallOptions) =>
    http.post<Record<string, unknown>>(verbPath(entityOf(resource), verb), body, options);

  /** Replaces ids by titles in a filter, for a server whose rows hold no foreign keys. */
  const referenceFilter = async (entity: AnyEntity, filter: ListQuery['filter'] = {}) => {
    if (wire.references === 'id') return filter;
    const entries = Object.entries(filter).map(async ([name, value]) => {
      const field = fieldsOf(entity)[name];
      const column = field && isReference(field) ? titleColumn(field, name) : undefined;
      const target = entities.get(String(field?.of));
      const ids = (isBlank(value) ? [] : [value].flat()) as Identifier[];
      if (!target || column === undefined || ids.length === 0) return [name, value];
      const { data } = await provider.getMany<RaRecord>(target.name, { ids });
      const titles = ids.map(
        (id) => data.find((row) => String(row.id) === String(id))?.[target.title] ?? id,
      );
      return [column, titles.length === 1 ? titles[0] : titles];
    });
    return Object.fromEntries(await Promise.all(entries));
  };

  const listPage = async (resource: string, query: ListQuery, options?: CallOptions) => {
    const entity = entityOf(resource);
    const filter = await referenceFilter(entity, withSearchText(entity, query.filter));
    const fullQuery = { ...query, filter };
    const answer = await post(resource, 'list', listBody(entity, wire, fullQuery), options);
    const answeredRows = answer?.[wire.list];
    if (!Array.isArray(answeredRows)) throw badAnswerError(answer);
    const rows = answeredRows.filter(isRecord);
    const matchingRows = rows.filter((row) => isReferenced(entity, query.filter ?? {}, row));
    return {
      data: matchingRows.map((row) => recordFromWire(entity, wire, row)),
      total: totalOf(answer[wire.total], rows.length, query) - (rows.length - matchingRows.length),
      ...(answer.growing === true && { meta: { growing: true } satisfies ListMeta }),
    };
  };

  /** Loads a page of any size, by several calls if it exceeds the limit of one. */
  const list = async (resource: string, query: ListQuery, options?: CallOptions) => {
    const { page = 1, perPage = 0 } = query.pagination ?? {};
    if (perPage <= PAGE_LIMIT) return listPage(resource, query, options);
    const start = (page - 1) * perPage;
    const first = Math.floor(start / PAGE_LIMIT);
    const data: RaRecord[] = [];
    let total = Number.POSITIVE_INFINITY;
    for (let at = first; at * PAGE_LIMIT < Math.min(start + perPage, total); at++) {
      const pagination = { page: at + 1, perPage: PAGE_LIMIT };
      const part = await listPage(resource, { ...query, pagination }, options);
      data.push(...part.data);
      total = part.total;
    }
    const skipped = start - first * PAGE_LIMIT;
    return { data: data.slice(skipped, skipped + perPage), total };
  };

  /** The record in a response. If the response is empty, the server has stored the values that were sent. */
  const recordResult = (
    entity: AnyEntity,
    row: Record<string, unknown> | null,
    values: object,
  ) => ({
    data: recordFromWire(entity, wire, omitSecrets(entity, { ...values, ...row })),
  });

  const commandOf = (code: string) =>
    declared.entities.map(({ commands }): Command | undefined => commands[code]).find(Boolean);

  const encryptSecrets = async (fields: Fields, values: Record<string, unknown>) => {
    for (const [name, field] of Object.entries(fields)) {
      const value = values[name];
      if (isSecret(field) && typeof value === 'string') {
        values[name] = await encrypt(value);
      }
    }
    return values;
  };

  /** Values that are sent for a new record. */
  const newValues = (entity: AnyEntity, data: object) => {
    const fields = fieldsOf(entity);
    return encryptSecrets(
      fields,
      writableValues(entity, 'create', splitCoordinates(fields, { ...data })),
    );
  };

  const withRecordErrors = async <T>(entity: AnyEntity, call: Promise<T>): Promise<T> => {
    try {
      return await call;
    } catch (error) {
      throw errorFromWire(entity, wire, error);
    }
  };

  /** @param before the record before the edit, so that concurrent changes are not overwritten */
  const update = async (resource: string, id: Identifier, record: object, before?: object) => {
    const entity = entityOf(resource);
    const fields = fieldsOf(entity);
    const previous = splitCoordinates(fields, { ...before });
    const changes = changedValues(entity, splitCoordinates(fields, { ...record }), previous);
    const key = { [keyNameOf(entity, wire)]: id };
    const expected =
      wire.before && before ? { [wire.before]: previousValues(entity, changes, previous) } : {};
    const values = await encryptSecrets(fields, changes);
    const row = await withRecordErrors(
      entity,
      post(resource, 'update', { ...values, ...expected, ...key }),
    );
    return recordResult(entity, row, { ...before, ...record, ...key });
  };

  const remove = async (resource: string, ids: readonly Identifier[]) => {
    await post(resource, 'delete', { [wire.ids]: ids });
  };

  const timelines = loadTimeline({
    http,
    declared,
    getList: (...args) => provider.getList(...args),
  });

  const provider: ConsoleDataProvider = {
    supportAbortSignal: true,
    getList: async <R extends RaRecord>(resource: string, params: ListQuery & CallOptions) => {
      const { data, ...about } = await list(resource, params, { signal: params.signal });
      return { data: data as R[], ...about };
    },
    getOne: async (resource, { id, signal }) => {
      const entity = entityOf(resource);
      const key = { [keyNameOf(entity, wire)]: id };
      const row = await post(resource, 'get', key, { signal });
      if (!isRecord(row)) throw badAnswerError(row);
      return recordResult(entity, row, key) as never;
    },
    getMany: async (resource, { ids, signal }) => {
      const pages = Array.from({ length: Math.ceil(ids.length / PAGE_LIMIT) }, (_, page) =>
        ids.slice(page * PAGE_LIMIT, (page + 1) * PAGE_LIMIT),
      );
      const answers = await Promise.all(
        pages.map((id) =>
          list(
            resource,
            { filter: { id }, pagination: { page: 1, perPage: id.length } },
            { signal },
          ),
        ),
      );
      const data = answers.flatMap((answer) => answer.data);
      return {
        data: entities.has(resource) ? data : data.map(withGuessedTitle(entityOf(resource))),
      } as never;
    },
    getManyReference: async (resource, { target, id, filter, pagination, sort, signal }) => {
      const their = exactName(fieldsOf(entityOf(resource)), target);
      const query = { pagination, sort, filter: { ...filter, [their]: id } };
      return (await list(resource, query, { signal })) as never;
    },
    create: async (resource, { data }) => {
      const entity = entityOf(resource);
      const call = post(resource, 'add', await newValues(entity, data));
      return recordResult(entity, await withRecordErrors(entity, call), data) as never;
    },
    update: async (resource, { id, data, previousData }) =>
      (await update(resource, id, data, previousData)) as never,
    updateMany: async (resource, { ids, data }) => {
      // Sequential: the first error stops the others, and the order is kept.
      for (const id of ids) await update(resource, id, data);
      return { data: ids };
    },
    delete: async (resource, { id, previousData }) => {
      await remove(resource, [id]);
      return { data: previousData ?? { id } } as never;
    },
    deleteMany: async (resource, { ids }) => {
      await remove(resource, ids);
      return { data: ids };
    },
    call: (path, body, options) => http.post(path, body, options),
    command: async (code, sns, args = {}, how) => {
      const { args: fields = {} } = commandOf(code) ?? {};
      const values = await encryptSecrets(fields, { ...args });
      return http.post(commandPath(code), { ...values, sns, ...(how && { how }) });
    },
    checkCommand: async (code, targets) => {
      try {
        const answer = await http.post<CommandCheck | null>(checkPath(code), { targets });
        return Array.isArray(answer?.sns) ? answer : undefined;
      } catch (error) {
        // A customer's server may lack the call. It then reports errors when the command is sent.
        if (isUnknownCall(error)) return undefined;
        throw error;
      }
    },
    sendCode: (code) => http.post(codePath(code), {}),
    cancelTickets: (ids) => http.post(ticketPath('cancel'), { ids }),
    resendTickets: (ids, how) => http.post(ticketPath('resend'), { ids, ...(how && { how }) }),
    upload: (file, purpose, onProgress) =>
      http.upload(CALL.FILE_UPLOAD, file, { purpose }, { onProgress }),
    action: async (resource, code, ids, args = {}, options) => {
      const entity = entityOf(resource);
      const action: Action | undefined = entity.actions[code];
      const values = await encryptSecrets(action?.args ?? {}, { ...args });
      const body = { ...values, [wire.ids]: ids };
      const answer = await http.either<Partial<ActionAnswer> | null>(
        actionPath(entity.name, code),
        body,
        options,
      );
      // An empty response means success.
      return isFile(answer) ? answer : { done: ids.length, failed: [], ...answer };
    },
    timeline: (resource, query) => timelines.timeline(entityOf(resource), query),
    story: (resource, query) => timelines.story(entityOf(resource), query),
    preview: async (resource, data, options) => {
      const entity = entityOf(resource);
      const path = actionPath(entity.name, 'preview');
      const call = http.post<PreviewAnswer>(path, await newValues(entity, data), options);
      return withRecordErrors(entity, call);
    },
    count: async (resource, { filter = {}, ...query }, options) => {
      const entity = entityOf(resource);
      const body = { ...filterBody(entity, wire, await referenceFilter(entity, filter)), ...query };
      const path = actionPath(entity.name, 'count');
      const result = await http.post<CountResult | null>(path, body, options);
      if (!Array.isArray(result?.groups)) throw badAnswerError(result);
      return result;
    },
    exportFile: async (resource, { ids, columns, filter, sort, job } = {}) => {
      const entity = entityOf(resource);
      const answer = await http.either<{ job: Identifier }>(verbPath(entity, 'export'), {
        ...listBody(entity, wire, {
          sort,
          filter: { ...(await referenceFilter(entity, filter)), ...(ids && { id: ids }) },
        }),
        ...(columns && { columns }),
        ...(job && wire.exportJobs && { job }),
      });
      if (isFile(answer)) return { file: answer };
      if (isBlank(answer?.job)) throw badAnswerError(answer);
      return { job: answer.job };
    },
    importRows: async (resource, path, dryRun) =>
      (await post(resource, 'import', { path, dryRun })) as unknown as ImportAnswer,
    importTemplate: async (resource) =>
      http.file(verbPath(entityOf(resource), 'import'), { template: true }),
    liveSnapshot: (signal) => http.post(CALL.LIVE_SNAPSHOT, {}, { signal }),
    livePart: (part, signal) => http.post(CALL.LIVE_SNAPSHOT, { part }, { signal }),
    liveChanges: (cursor, signal) => http.post(CALL.LIVE_CHANGES, { cursor }, { signal }),
    findPlaces: async (text, signal) => {
      const body = { text };
      const answer = await http.post<{ places?: PlaceResult[] } | null>(CALL.PLACE_FIND, body, {
        signal,
      });
      return answer?.places ?? [];
    },
    placeWords: async (place, signal) => {
      const body = { places: [place] };
      const answer = await http.post<{ words?: string[] } | null>(CALL.PLACE_WORDS, body, {
        signal,
      });
      return answer?.words?.[0] ?? '';
    },
    placeLimits: (signal) => http.post(CALL.PLACE_LIMITS, {}, { signal }),
    runReport: async (question, options) => {
      const page = await http.post<ReportPage | null>(CALL.REPORT_RUN, question, options);
      if (!Array.isArray(page?.list)) throw badAnswerError(page);
      return page;
    },
    reportFile: (question) => http.file(CALL.REPORT_EXPORT, question),
  };
  return provider;
};

/** The title of a guessed resource: react-admin reads it from `name`. */
const withGuessedTitle =
  ({ title }: AnyEntity) =>
  (record: RaRecord): RaRecord => ({ name: record[title], ...record });

const plurals = (name: string): string[] => [`${name}s`, `${name}es`, name.replace(/y$/, 'ies')];

/**
 * Entities by the resource names that react-admin's guessers derive from references: `orgs` from `org_id`. Ambiguous
 * names are omitted.
 */
const guessedNames = ({ entities }: Console): ReadonlyMap<string, AnyEntity> => {
  const targets = new Map<string, AnyEntity | undefined>();
  for (const entity of entities) {
    for (const [name, field] of Object.entries(fieldsOf(entity))) {
      const target = entities.find((other) => other.name === field.of);
      const base = /^(.+?)(?:_id|Id|_ids|Ids)$/.exec(name)?.[1];
      if (!target || base === undefined || !isReference(field)) continue;
      for (const plural of plurals(base)) {
        const same = !targets.has(plural) || targets.get(plural) === target;
        targets.set(plural, same ? target : undefined);
      }
    }
  }
  return new Map(
    [...targets].filter((entry): entry is [string, AnyEntity] => entry[1] !== undefined),
  );
};
