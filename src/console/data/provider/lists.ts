import type { Identifier, RaRecord } from 'react-admin';
import { type AnyEntity, isBlank } from '../../../config';
import { exactName, isReference, titleColumn } from '../../../fields';
import { actionPath, type CountResult, isRecord } from '../../../protocol';
import type { CallOptions } from '../http';
import {
  fieldsOf,
  filterBody,
  isReferenced,
  type ListQuery,
  listBody,
  recordFromWire,
  totalOf,
  withSearchText,
} from '../wire';
import type { ConsoleDataProvider } from './ConsoleDataProvider';
import type { EntityApi } from './entityApi';

const PAGE_LIMIT = 1000;

type AbortableQuery = ListQuery & Pick<CallOptions, 'signal'>;

export const listMethods = (api: EntityApi) =>
  ({
    getList: async <R extends RaRecord>(resource: string, query: AbortableQuery) => {
      const { data, ...about } = await loadList(api, resource, query);
      return { data: data as R[], ...about };
    },
    getMany: async (resource, { ids, signal }) => {
      const data = await loadByIds(api, resource, ids, signal);
      return {
        data: api.entities.has(resource)
          ? data
          : data.map(withGuessedTitle(api.entityOf(resource))),
      } as never;
    },
    getManyReference: async (resource, { target, id, filter, pagination, sort, signal }) => {
      const foreignField = exactName(fieldsOf(api.entityOf(resource)), target);
      const query = { pagination, sort, filter: { ...filter, [foreignField]: id }, signal };
      return (await loadList(api, resource, query)) as never;
    },
    count: async (resource, { filter = {}, ...query }, options) => {
      const entity = api.entityOf(resource);
      const wireFilter = filterBody(entity, api.wire, await referenceFilter(api, entity, filter));
      const path = actionPath(entity.name, 'count');
      const body = { ...wireFilter, ...query };
      const result = await api.inZone(entity.byDay, (zone) =>
        api.http.post<CountResult | null>(path, { ...zone, ...body }, options),
      );
      if (!Array.isArray(result?.groups)) throw api.badAnswerError(result);
      return result;
    },
  }) satisfies Partial<ConsoleDataProvider>;

/** Loads a page of any size, by several calls if it exceeds the limit of one. */
const loadList = async (api: EntityApi, resource: string, query: AbortableQuery) => {
  const { page = 1, perPage = 0 } = query.pagination ?? {};
  if (perPage <= PAGE_LIMIT) return loadPage(api, resource, query);
  const start = (page - 1) * perPage;
  const first = Math.floor(start / PAGE_LIMIT);
  const data: RaRecord[] = [];
  let total = Number.POSITIVE_INFINITY;
  for (let at = first; at * PAGE_LIMIT < Math.min(start + perPage, total); at++) {
    const pagination = { page: at + 1, perPage: PAGE_LIMIT };
    const part = await loadPage(api, resource, { ...query, pagination });
    data.push(...part.data);
    total = part.total;
  }
  const skipped = start - first * PAGE_LIMIT;
  return { data: data.slice(skipped, skipped + perPage), total };
};

const loadPage = async (api: EntityApi, resource: string, query: AbortableQuery) => {
  const { wire } = api;
  const entity = api.entityOf(resource);
  const filter = await referenceFilter(api, entity, withSearchText(entity, query.filter));
  const body = listBody(entity, wire, { ...query, filter });
  const answer = await api.inZone(entity.byDay, (zone) =>
    api.post(resource, 'list', { ...body, ...zone }, { signal: query.signal }),
  );
  const answeredRows = answer?.[wire.list];
  if (!Array.isArray(answeredRows)) throw api.badAnswerError(answer);
  const rows = answeredRows.filter(isRecord);
  const matchingRows = rows.filter((row) => isReferenced(entity, query.filter ?? {}, row));
  // History is still being created, as in a new demo.
  const growing = answer.growing === true;
  // Limit of the server's count, if there are more rows. Servers that count to the end do not answer it.
  const countedTo = typeof answer.countedTo === 'number' ? answer.countedTo : undefined;
  return {
    data: matchingRows.map((row) => recordFromWire(entity, wire, row)),
    total: totalOf(answer[wire.total], rows.length, query) - (rows.length - matchingRows.length),
    meta: growing || countedTo !== undefined ? { growing, countedTo } : undefined,
  };
};

const loadByIds = async (
  api: EntityApi,
  resource: string,
  ids: readonly Identifier[],
  signal?: AbortSignal,
): Promise<RaRecord[]> => {
  const pages = Array.from({ length: Math.ceil(ids.length / PAGE_LIMIT) }, (_, page) =>
    ids.slice(page * PAGE_LIMIT, (page + 1) * PAGE_LIMIT),
  );
  const answers = await Promise.all(
    pages.map((id) => {
      const pagination = { page: 1, perPage: id.length };
      return loadList(api, resource, { filter: { id }, pagination, signal });
    }),
  );
  return answers.flatMap(({ data }) => data);
};

/** Replaces ids by titles in a filter, for a server whose rows hold no foreign keys. */
export const referenceFilter = async (
  api: EntityApi,
  entity: AnyEntity,
  filter: ListQuery['filter'] = {},
): Promise<NonNullable<ListQuery['filter']>> => {
  if (api.wire.references === 'id') return filter;
  const entries = Object.entries(filter).map(async ([name, value]) => {
    const field = fieldsOf(entity)[name];
    const column = field && isReference(field) ? titleColumn(field, name) : undefined;
    const target = api.entities.get(String(field?.of));
    const ids = (isBlank(value) ? [] : [value].flat()) as Identifier[];
    if (!target || column === undefined || ids.length === 0) return [name, value];
    const records = await loadByIds(api, target.name, ids);
    const titles = ids.map(
      (id) => records.find((row) => String(row.id) === String(id))?.[target.title] ?? id,
    );
    return [column, titles.length === 1 ? titles[0] : titles];
  });
  return Object.fromEntries(await Promise.all(entries));
};

/** The title of a guessed resource: react-admin reads it from `name`. */
const withGuessedTitle =
  ({ title }: AnyEntity) =>
  (record: RaRecord): RaRecord => ({ name: record[title], ...record });
