import { sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import type { Database, Sql } from '../sql/database';
import { allOf, type FilterNames, filterConditions, hasShortPart, isSeen } from './conditions';
import type { EntityTableInfo } from './describe';
import { type Cursor, resolveSort, soleColumn } from './order';
import {
  choiceConditions,
  leadingColumn,
  type PageRequest,
  pageKeys,
  type Search,
  searchedColumns,
  textSearch,
} from './pageKeys';
import {
  type ListAnswer,
  MAX_COUNTED_PARTS,
  MAX_COUNTED_ROWS,
  type Row,
  type Scope,
  type Selection,
  type TableQuery,
} from './query';
import { selectRows } from './rows';
import { tablesOf } from './tables';
import { totalKey, totalsOf } from './totals';

type Memory<Known extends object> = LRUCache<string, Known>;

/**
 * Creates a cache of a minute. Older page ends would hide rows that were added since. The cache is only a shortcut;
 * without an entry rows are counted from the top. Its size is limited by `maxSize`: `max` would reserve 40 kB for each
 * entity, and most need none.
 * @param clock for tests, in ms, not starting at 0
 */
export const createPageCache = <Known extends object>(clock?: { now(): number }): Memory<Known> =>
  new LRUCache({
    maxSize: 1_000,
    sizeCalculation: () => 1,
    ttl: 60_000,
    ttlResolution: 0,
    perf: clock,
  });

/** Page and cursor of its last row. */
export interface PageEnd {
  readonly page: number;
  readonly cursor: Cursor;
}

/** Context for reading an entity's rows. Created once, because it caches. */
export interface TableReader {
  readonly entity: EntityTableInfo;
  readonly names: FilterNames;
  /** Last deep page of each query, so that the next page starts at its end. */
  readonly ends: Memory<PageEnd>;
  /** Queries that found more records than are counted. Records only become more, except when old ones are dropped. */
  readonly many: Memory<object>;
}

export const createTableReader = (entity: EntityTableInfo, names: FilterNames): TableReader => ({
  entity,
  names,
  ends: createPageCache(),
  many: createPageCache(),
});

/**
 * Rows that are skipped rather than read from a cached page end. Skipping so few costs little, and the page is always
 * current.
 */
const SHALLOW = 1_000;

/**
 * Returns a page and the total, which is corrected by the page if it contradicts it. A deep page of records by time
 * starts at the end of an earlier page if this process returned that within the last minute; otherwise rows are skipped
 * by index.
 */
export const listRows = async (
  db: Database,
  reader: TableReader,
  { page, pageSize, filters, sort, recentTotal = false }: TableQuery,
  scope: Scope,
): Promise<ListAnswer> => {
  const { entity } = reader;
  const order = resolveSort(entity, sort);
  const search = await textSearch(db, reader, filters, scope);
  const lead = await leadingColumn(db, entity, search);
  const skip = (page - 1) * pageSize;
  const byTime = entity.partitionedBy !== undefined && soleColumn(order) === entity.partitionedBy;
  const countKey = JSON.stringify([
    entity.entity,
    scope.orgId,
    scope.within?.(entity.entity)?.key,
    filters,
  ]);
  const key = JSON.stringify([countKey, pageSize, order.descending]);
  const start = byTime && skip >= SHALLOW ? findPageEnd(reader.ends, key, page) : undefined;
  const keys = pageKeys(entity, {
    ...search,
    order,
    lead,
    after: start?.cursor,
    skip: start ? start.pagesBetween * pageSize : skip,
    limit: pageSize,
  });
  const limit = countLimit(entity, search);
  const count = () => countRows(db, entity, { ...search, lead }, limit);
  const totals = totalsOf(db);
  const totalsKey = totalKey(countKey, search.orgs);
  const countOrRecent = () =>
    recentTotal && isChangedByCalls(entity, filters) ? totals.get(totalsKey, count) : count();
  const hasTime = entity.time !== undefined;
  const isKnownMany = hasTime && reader.many.has(countKey);
  const [{ rows, last }, counted] = await Promise.all([
    selectRows(db, entity, { keys, order, sight: search }),
    isKnownMany ? limit + 1 : countOrRecent(),
  ]);
  if (hasTime && !isKnownMany && counted > limit) reader.many.set(countKey, {});
  if (last && byTime && skip + pageSize >= SHALLOW) reader.ends.set(key, { page, cursor: last });
  const total = await checkTotal(counted, count, {
    limit,
    rows: rows.length,
    pageSize,
    // A page that starts at an earlier page's end does not tell how many rows are before it.
    skip: start ? undefined : skip,
  });
  if (total < counted || counted < Math.min(total, limit)) totals.delete(totalsKey);
  return { list: rows, total, ...(total > limit && { countedTo: limit }) };
};

/**
 * True if calls, not reports of locks, change how many rows a filter finds. A total that reports change is counted each
 * time: a reader who reads the list again at each change would miss the last one.
 */
const isChangedByCalls = (
  { time, derived, columns }: EntityTableInfo,
  filters: Readonly<Record<string, unknown>>,
): boolean =>
  time === undefined &&
  !derived &&
  Object.keys(filters).every((name) => !columns.get(name)?.reported);

/** Number of rows up to which a list is counted. */
const countLimit = (entity: EntityTableInfo, { filters }: Pick<Search, 'filters'>): number => {
  if (entity.time !== undefined) return MAX_COUNTED_ROWS;
  return hasShortPart(entity, filters) ? MAX_COUNTED_PARTS : Number.POSITIVE_INFINITY;
};

/** Page that was read at about the time of the count. */
interface ReadPage {
  readonly limit: number;
  readonly rows: number;
  readonly pageSize: number;
  /** Rows before it, if known. */
  readonly skip?: number;
}

const checkTotal = (
  counted: number,
  count: () => Promise<number>,
  { limit, rows, pageSize, skip }: ReadPage,
): number | Promise<number> => {
  if (rows === pageSize) {
    // Above the limit there may always be a next page.
    const next = counted > limit ? 1 : 0;
    return skip === undefined ? counted : Math.max(counted, skip + rows + next);
  }
  // A page that is not full is the last one. An empty one may be far beyond it.
  const isLast = skip !== undefined && (rows > 0 || skip === 0);
  return isLast ? skip + rows : count();
};

/** Returns the end of an earlier page, and the number of pages in between. */
export const findPageEnd = (ends: Memory<PageEnd>, key: string, page: number) => {
  const end = ends.get(key);
  if (!end || end.page >= page) return undefined;
  return { cursor: end.cursor, pagesBetween: page - 1 - end.page };
};

type CountRequest = Search & Pick<PageRequest, 'lead'>;

/** Counts at most `limit + 1` rows. */
const countRows = (
  db: Database,
  entity: EntityTableInfo,
  request: CountRequest,
  limit: number,
): Promise<number> => {
  if (entity.time !== undefined) return countOf(db, newest(entity, request, limit));
  const rows = matching(entity, request);
  return countOf(db, Number.isFinite(limit) ? sql`${rows} limit ${limit + 1}` : rows);
};

const countOf = async (db: Database, source: Sql): Promise<number> => {
  const { rows } = await sql<{ total: number }>`
    select count(*) as total from (${source}) as source`.execute(db);
  return rows[0]?.total ?? 0;
};

/** Selects one row for each match. */
const matching = (entity: EntityTableInfo, search: Search): Sql => {
  const { filters, names } = search;
  return sql`select 1 from ${tablesOf(entity, searchedColumns(entity, search))} as t
    where ${allOf([isSeen(entity, search), ...filterConditions(entity, filters, names)])}`;
};

/** Maximum organisations whose indexes are read one by one. */
const MAX_MERGED_ORGS = 50;

/**
 * Selects the newest records in the order of time if an index provides it. Without an order, the planner expects a
 * scan to find enough of them soon, although those of a week lie together at the end of their month.
 */
const newest = (entity: EntityTableInfo, request: CountRequest, limit: number): Sql => {
  const { filters, names, orgs } = request;
  const bounded = [names.from, names.to].some((end) => `${entity.time}${end}` in filters);
  const order = resolveSort(entity, { field: String(entity.time), order: 'desc' });
  const led = choiceConditions(entity, filters).length > 0;
  return bounded || led || (entity.scope !== undefined && orgs.length <= MAX_MERGED_ORGS)
    ? pageKeys(entity, { ...request, order, skip: 0, limit: limit + 1, unsorted: true })
    : sql`${matching(entity, request)} limit ${limit + 1}`;
};

/**
 * Visits all rows in order, batch by batch. Each batch starts after the last row of the one before, so no transaction
 * stays open. A row whose sorted value changes meanwhile may be visited twice or not at all.
 */
export const eachRow = async (
  db: Database,
  reader: TableReader,
  { filters, sort }: Selection,
  scope: Scope,
  { size, visit }: { size: number; visit: (rows: Row[]) => void | Promise<void> },
): Promise<void> => {
  const { entity } = reader;
  const search = await textSearch(db, reader, filters, scope);
  const lead = await leadingColumn(db, entity, search);
  const order = resolveSort(entity, sort);
  let after: Cursor | undefined;
  for (;;) {
    const keys = pageKeys(entity, { ...search, order, lead, after, skip: 0, limit: size });
    const { rows, last } = await selectRows(db, entity, { keys, order, sight: search });
    if (rows.length > 0) await visit(rows);
    if (rows.length < size) return;
    after = last;
  }
};

/** Returns the first rows of a selection, without a total. */
export const firstRows = async (
  db: Database,
  reader: TableReader,
  { filters, sort }: Selection,
  scope: Scope,
  limit: number,
): Promise<Row[]> => {
  const { entity } = reader;
  const search = await textSearch(db, reader, filters, scope);
  const order = resolveSort(entity, sort);
  const keys = pageKeys(entity, { ...search, order, skip: 0, limit });
  return (await selectRows(db, entity, { keys, order, sight: search })).rows;
};

/** Counts all rows of a selection, for work that reads all of them anyway. */
export const totalRows = async (
  db: Database,
  reader: TableReader,
  { filters }: Selection,
  scope: Scope,
): Promise<number> => {
  const search = await textSearch(db, reader, filters, scope);
  return countOf(db, matching(reader.entity, search));
};
