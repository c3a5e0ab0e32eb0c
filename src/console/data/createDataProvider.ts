import type { Identifier, RaRecord } from 'ra-core';
import type { AnyEntity, Console, Verb } from '../../config';
import { ApiError, CALL, commandPath, entityPath } from '../../protocol';
import { type ConsoleDataProvider, type ImportAnswer, TICKETS } from './ConsoleDataProvider';
import type { CallOptions, Http } from './call';
import { type ListQuery, listBody } from './listQuery';
import { changed, fieldsOf, keyNameOf, recordOf, withoutSecrets, writable } from './wireRecord';

/** Rows of one list call at the most. */
const PAGE_LIMIT = 1000;

interface Options {
  http: Http;
  declared: Console;
  /** A password for the wire, by the session's key. */
  encrypt: (password: string) => Promise<string>;
}

/** The verbs of every declared entity as calls of the server. */
export const createDataProvider = ({ http, declared, encrypt }: Options): ConsoleDataProvider => {
  const { wire } = declared;
  const entities = new Map(declared.entities.map((entity) => [entity.name as string, entity]));

  const entityOf = (resource: string): AnyEntity => {
    const entity = entities.get(resource);
    if (!entity) throw new Error(`There is no entity ${resource}`);
    return entity;
  };
  const pathOf = (entity: AnyEntity, verb: Verb) =>
    entity.api[verb] ?? entityPath(entity.name, verb);

  const post = async (resource: string, verb: Verb, body: object, options?: CallOptions) =>
    http.post<Record<string, unknown>>(pathOf(entityOf(resource), verb), body, options);

  const list = async (resource: string, query: ListQuery, options?: CallOptions) => {
    const entity = entityOf(resource);
    const answer = await post(resource, 'list', listBody(entity, wire, query), options);
    const rows = answer?.[wire.list];
    if (!Array.isArray(rows)) {
      throw new ApiError('Error', { kind: 'http', code: 'badAnswer', data: answer });
    }
    return {
      data: rows.map((row) => recordOf(entity, wire, row)),
      total: Number(answer[wire.total] ?? rows.length),
    };
  };

  /** A record as the server answers it; one that answers nothing has stored what was sent. */
  const stored = (entity: AnyEntity, row: Record<string, unknown> | null, sent: object) => ({
    data: recordOf(entity, wire, withoutSecrets(entity, { ...sent, ...row })),
  });

  const secured = async (entity: AnyEntity, fields: Record<string, unknown>) => {
    for (const [name, field] of Object.entries(fieldsOf(entity))) {
      const value = fields[name];
      if (field.kind === 'password' && typeof value === 'string') {
        fields[name] = await encrypt(value);
      }
    }
    return fields;
  };

  const update = async (resource: string, id: Identifier, record: object, previous?: object) => {
    const entity = entityOf(resource);
    const fields = await secured(entity, changed(entity, { ...record }, { ...previous }));
    const key = { [keyNameOf(entity, wire)]: id };
    const row = await post(resource, 'update', { ...fields, ...key });
    return stored(entity, row, { ...previous, ...record, ...key });
  };

  const remove = async (resource: string, ids: readonly Identifier[]) => {
    await post(resource, 'delete', { [wire.ids]: ids });
  };

  const provider: ConsoleDataProvider = {
    supportAbortSignal: true,
    getList: async <R extends RaRecord>(resource: string, params: ListQuery & CallOptions) => {
      const { data, total } = await list(resource, params, { signal: params.signal });
      return { data: data as R[], total };
    },
    getOne: async (resource, { id, signal }) => {
      const entity = entityOf(resource);
      const key = { [keyNameOf(entity, wire)]: id };
      return stored(entity, await post(resource, 'get', key, { signal }), {}) as never;
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
      return { data: answers.flatMap(({ data }) => data) } as never;
    },
    getManyReference: async (resource, { target, id, filter, pagination, sort, signal }) => {
      const query = { pagination, sort, filter: { ...filter, [target]: id } };
      return (await list(resource, query, { signal })) as never;
    },
    create: async (resource, { data }) => {
      const entity = entityOf(resource);
      const fields = await secured(entity, writable(entity, 'create', data));
      return stored(entity, await post(resource, 'add', fields), data) as never;
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
    command: (code, sns, args = {}) => http.post(commandPath(code), { ...args, sns }),
    cancelTickets: (ids) => http.post(`/${TICKETS}/cancel`, { ids }),
    resendTickets: (ids) => http.post(`/${TICKETS}/resend`, { ids }),
    upload: (file, purpose, onProgress) =>
      http.upload(CALL.FILE_UPLOAD, file, { purpose }, { onProgress }),
    exportFile: async (resource, { ids, columns, filter, sort } = {}) => {
      const entity = entityOf(resource);
      const body = listBody(entity, wire, { sort, filter: { ...filter, ...(ids && { id: ids }) } });
      return http.file(pathOf(entity, 'export'), { ...body, ...(columns && { columns }) });
    },
    importRows: async (resource, path, dryRun) =>
      (await post(resource, 'import', { path, dryRun })) as unknown as ImportAnswer,
    importTemplate: async (resource) =>
      http.file(pathOf(entityOf(resource), 'import'), { template: true }),
    liveSnapshot: (signal) => http.post(CALL.LIVE_SNAPSHOT, {}, { signal }),
    liveChanges: (cursor, signal) => http.post(CALL.LIVE_CHANGES, { cursor }, { signal }),
  };
  return provider;
};
