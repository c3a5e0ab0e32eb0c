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

/** The entity whose records are the alarms that locks and server raise. */
export const ALARMS = 'alertRecord';

/** What an import did or, as a dry run, would do. */
export interface ImportAnswer {
  total: number;
  added: number;
  /** `row` counts as the spreadsheet does: the header is 1. */
  errors: { row: number; fields: Record<string, string> }[];
  /** Columns that an import cannot take, in the user's language; a server may not say. */
  ignored?: string[];
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
type ExportAnswer = { readonly file: FileAnswer } | { readonly job: Identifier };

export interface CountQuery {
  /** One of the entity's `counts`; a time is counted by day. */
  by: string;
  /** Another of them: each group is counted by its values too. */
  split?: string;
  /** On whose clocks days begin, as the IANA writes it; both ends of the time are in the filter then. */
  zone?: string;
  filter?: ListQuery['filter'];
}

/** A day's value is the ms since 1970 at which it begins. */
export interface CountGroup {
  value: unknown;
  split?: unknown;
  count: number;
}

export interface CountResult {
  readonly groups: readonly CountGroup[];
  /** Records of the past are still being made, as in a new demo. */
  readonly growing?: boolean;
}

/** What is told of a list beside its rows. */
interface ListMeta {
  /** Records of the past are still being made, as in a new demo. */
  readonly growing: true;
}

/** react-admin's verbs and what seals need besides. Everything throws ApiError. */
export interface ConsoleDataProvider extends DataProvider {
  /** Any other call, for pages of their own. */
  call<T = unknown>(path: string, body?: object, options?: CallOptions): Promise<T>;
  command(
    code: string,
    sns: readonly string[],
    args?: object,
    how?: SendOptions,
  ): Promise<CommandAnswer>;
  /** What a command would do; undefined where the server has no such call. */
  checkCommand(code: string, targets: CommandTargets): Promise<CommandCheck | undefined>;
  /** Has a one-time code for a command sent to the operator. @returns where to, with most of it hidden */
  sendCode(code: string): Promise<{ readonly to: string }>;
  cancelTickets(ids: readonly Identifier[]): Promise<unknown>;
  resendTickets(ids: readonly Identifier[], how?: SendOptions): Promise<CommandAnswer>;
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
  /** A page of what happened to a record; where the server has no call for it, it is put together of lists. */
  timeline(resource: string, query: TimelineQuery): Promise<TimelinePage>;
  /** What led to a record and what came of it, the newest first; put together of lists as well. */
  story(resource: string, query: RelatedEventsQuery): Promise<readonly RelatedEvent[]>;
  /** What `create` would make of the same data. */
  preview(resource: string, data: object, options?: CallOptions): Promise<PreviewAnswer>;
  /** The records counted in groups; a filter takes what a list's takes. */
  count(resource: string, query: CountQuery, options?: CallOptions): Promise<CountResult>;
  importRows(resource: string, path: string, dryRun: boolean): Promise<ImportAnswer>;
  importTemplate(resource: string): Promise<FileAnswer>;
  liveSnapshot(signal?: AbortSignal): Promise<LiveSnapshot>;
  /** Devices of one part of a snapshot that came as an index. */
  livePart(part: string, signal?: AbortSignal): Promise<LivePart>;
  liveChanges(cursor: string, signal?: AbortSignal): Promise<LiveChanges>;
  /** Places of the world by a part of their name, at most a handful; a server that knows none refuses. */
  findPlaces(text: string, signal?: AbortSignal): Promise<readonly PlaceResult[]>;
  /** Where a position is, in the reader's words; a server that names no places refuses. */
  placeWords(place: LatLon, signal?: AbortSignal): Promise<string>;
  /** How many points a fence may have; a server that has no fences refuses. */
  placeLimits(signal?: AbortSignal): Promise<{ readonly fence_max_points: number }>;
  /** A page of a report; a server that makes none refuses. */
  runReport(question: ReportQuestion, options?: CallOptions): Promise<ReportPage>;
  /** All of it as a spreadsheet. */
  reportFile(question: ReportQuestion): Promise<FileAnswer>;
}

/** What is asked of a report; days begin on the clocks of `zone`. */
export interface ReportQuestion {
  readonly report: string;
  /** Both inclusive, ms since 1970. */
  readonly from: number;
  readonly to: number;
  readonly zone: string;
  readonly group?: string;
  readonly orgs?: readonly number[];
  readonly devices?: readonly number[];
  readonly pageNum?: number;
  readonly pageSize?: number;
}

/** Rows of one list call at the most. */
const PAGE_LIMIT = 1000;

interface Options {
  http: Http;
  declared: Console;
  /** A password for the wire, by the session's key. */
  encrypt: (password: string) => Promise<string>;
  /** A failure in the user's language. */
  failureText: (failure: 'badAnswer') => string;
}

/** The verbs of every declared entity as calls of the server. */
export const createDataProvider = ({
  http,
  declared,
  encrypt,
  failureText,
}: Options): ConsoleDataProvider => {
  const { wire } = declared;
  /** Of an answer that lacks what every such answer has. */
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

  /** A filter in the words of a server whose rows tell what they refer to by its title alone. */
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

  /** A list of any size; a page larger than a call answers is put together of several. */
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

  /** A record as the server answers it; one that answers nothing has stored what was sent. */
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

  /** What a new record is sent as. */
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

  /** @param before what the record was when it was opened; what others changed since is not overwritten */
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
      // One after the other: the first refusal stops the rest, and nothing overtakes.
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
        // A customer's server may not know the call; what it refuses it says when the command is sent.
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
      // A server that says nothing has done what it was told.
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

/** react-admin knows what a record of a guessed resource is called by its `name` only. */
const withGuessedTitle =
  ({ title }: AnyEntity) =>
  (record: RaRecord): RaRecord => ({ name: record[title], ...record });

const plurals = (name: string): string[] => [`${name}s`, `${name}es`, name.replace(/y$/, 'ies')];

/** Entities by the names that react-admin's guessers make of references: `orgs` of `org_id`; no name that means two. */
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
