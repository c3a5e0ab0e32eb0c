import { sql } from 'kysely';
import type { Database, Sql } from '../sql/database';
import { comparedType } from '../tables/columns';
import {
  allOf,
  type FilterNames,
  filterConditions,
  filteredColumns,
  isOneOf,
  isVisible,
  LockPart,
  likePattern,
  type Sight,
  visibleOrgs,
} from './conditions';
import type { EntityTableInfo } from './describe';
import { type Cursor, isAfter, orderBy, type SortOrder, soleColumn } from './order';
import type { Scope } from './query';
import { joinsOf } from './rows';
import { tablesOf } from './tables';

/** Filters and visibility of a query. */
export interface Search extends Sight {
  readonly filters: Readonly<Record<string, unknown>>;
  readonly names: FilterNames;
}

export interface PageRequest extends Search {
  readonly order: SortOrder;
  readonly after?: Cursor;
  readonly skip: number;
  readonly limit: number;
  /** Choice column that matches fewer rows than the organisations do. */
  readonly lead?: string;
  /** True if only the number of rows matters; a separate sort is then left out. */
  readonly unsorted?: boolean;
}

/** Resolves the filters for the caller. */
export const textSearch = async (
  db: Database,
  { entity, names }: { readonly entity: EntityTableInfo; readonly names: FilterNames },
  filters: Search['filters'],
  scope: Scope,
): Promise<Search> => {
  const { refs, lists } = entity;
  // The titles of references are limited to what the tenant sees, even if the rows themselves are shared.
  const isLimited = entity.scope !== undefined || refs.length + lists.length > 0;
  const orgs = isLimited ? await visibleOrgs(db, scope) : [];
  const { within } = scope;
  return { orgs, within, names, filters: await wholeTexts(db, entity, filters, orgs) };
};

/**
 * Matching texts up to which records are looked up by text. With more of them, a scan by time finds enough records
 * soon.
 */
const MATCHES = 200;

/**
 * Replaces parts of texts in filters by the whole texts that contain them, if these are recorded and few. An index
 * finds records by whole texts; parts would need a scan. The name of a lock stands for its serial number.
 */
const wholeTexts = async (
  db: Database,
  { columns, scope }: EntityTableInfo,
  filters: Readonly<Record<string, unknown>>,
  orgs: readonly number[],
): Promise<Readonly<Record<string, unknown>>> => {
  const whole = { ...filters };
  for (const [name, part] of Object.entries(filters)) {
    const { valuesTable, lockName } = columns.get(name) ?? {};
    if (typeof part !== 'string' || part === '') continue;
    const lockPart = lockName?.locks && new LockPart(part, orgs);
    if (lockPart) whole[name] = lockPart;
    if (valuesTable === undefined) continue;
    const visible = isOneOf(sql.ref('org'), scope === undefined ? [0] : orgs);
    const named = lockName && lockPart?.named(lockName);
    const { rows } = await sql<{ value: string }>`
      select distinct value from ${sql.table(valuesTable)}
      where ${visible} and value ilike ${likePattern(part)}
      ${named ? sql`union ${named}` : sql``} limit ${MATCHES + 1}`.execute(db);
    if (rows.length <= MATCHES) whole[name] = rows.map(({ value }) => value);
  }
  return whole;
};

/** Returns the filtered columns that lead an index by time. */
export const choiceConditions = (
  { columns }: EntityTableInfo,
  filters: Readonly<Record<string, unknown>>,
): string[] =>
  [...columns.values()]
    .filter(({ name, leads }) => leads && hasValue(filters[name]))
    .map(({ name }) => name);

const hasValue = (value: unknown) =>
  value !== undefined && value !== null && value !== '' && !(Array.isArray(value) && !value.length);

/**
 * Chooses the column whose index to scan records by: the choice with the fewest rows in the requested time. Undefined
 * if the organisations have fewer; their index is then used. A scan of the smallest set ends soon: it is either short
 * or finds enough before its end.
 */
export const leadingColumn = async (
  db: Database,
  entity: EntityTableInfo,
  { filters, names, orgs }: Search,
): Promise<string | undefined> => {
  const choices = choiceConditions(entity, filters);
  // The planner itself can compare one value with one organisation.
  const plain = choices.length === 1 && [filters[choices[0] ?? '']].flat().length === 1;
  if (choices.length === 0 || (plain && orgs.length === 1)) return choices[0];
  const { partitionedBy: time, scope } = entity;
  const times = Object.entries(filters).filter(
    ([name]) => name === `${time}${names.from}` || name === `${time}${names.to}`,
  );
  const rowsOf = (
    where: Sql | undefined,
    moreFilters: readonly (readonly [string, unknown])[] = [],
  ) => {
    const conditions = filterConditions(
      entity,
      Object.fromEntries([...times, ...moreFilters]),
      names,
    );
    return expected(db, entity, allOf([where, ...conditions]));
  };
  const [own, ...shares] = await Promise.all([
    scope === undefined ? Number.POSITIVE_INFINITY : rowsOf(isVisible('t', scope, orgs)),
    ...choices.map((name) => rowsOf(undefined, [[name, filters[name]]])),
  ]);
  const least = Math.min(...shares);
  return least < own ? choices[shares.indexOf(least)] : undefined;
};

/** Returns the planner's estimate of the number of rows, from statistics alone. */
const expected = async (db: Database, { table }: EntityTableInfo, where: Sql): Promise<number> => {
  const { rows } = await sql<{ 'QUERY PLAN': readonly { Plan?: { 'Plan Rows'?: number } }[] }>`
    explain (format json) select from ${sql.table(table)} as t where ${where}`.execute(db);
  return rows[0]?.['QUERY PLAN'][0]?.Plan?.['Plan Rows'] ?? Number.POSITIVE_INFINITY;
};

/** Selects the keys of a page: `id` and, for a partitioned table, its time. */
export const pageKeys = (entity: EntityTableInfo, request: PageRequest): Sql => {
  const { limit, order, skip } = request;
  const spread = spreadOf(entity, request);
  if (spread) return merged(entity, request, spread);
  const joined = new Set(order.keys.flatMap(({ via }) => via ?? []));
  const join = joined.size > 0 ? joinsOf([...joined], request) : sql``;
  const names = [
    ...searchedColumns(entity, request),
    ...order.keys.map(({ name, via }) => via?.field ?? name),
  ];
  return sql`select ${keyColumns(entity)} from ${tablesOf(entity, names)} as t ${join}
    where ${conditionsOf(entity, request)} ${orderBy(order)} ${cut(limit, skip)}`;
};

/** Returns the columns that a search reads. A restriction of the rows may read any. */
export const searchedColumns = (
  entity: EntityTableInfo,
  { filters, names, within }: Pick<Search, 'filters' | 'names' | 'within'>,
): string[] =>
  within?.(entity.entity) ? [...entity.columns.keys()] : filteredColumns(entity, filters, names);

/** Column values whose newest records are read one by one and merged. */
interface Spread {
  readonly column: string;
  readonly type: string;
  readonly values: readonly unknown[];
}

/**
 * Returns the column to split a page of records by: some whole texts, choices or organisations, each with an index by
 * time. A single scan by time could read millions of other records to fill the page of a value that has been quiet
 * for a year.
 */
const spreadOf = (
  { columns, partitionedBy, scope }: EntityTableInfo,
  request: PageRequest,
): Spread | undefined => {
  const { filters, lead, order, orgs } = request;
  if (partitionedBy === undefined || soleColumn(order) !== partitionedBy) return undefined;
  for (const { name, type, valuesTable } of columns.values()) {
    const filter = filters[name];
    if (valuesTable === undefined || !Array.isArray(filter)) continue;
    const values = [...new Set<unknown>(filter)];
    const column = { column: name, type: comparedType(type), values };
    return canMerge(values, request) ? column : undefined;
  }
  const leading = lead === undefined ? undefined : columns.get(lead);
  if (leading) {
    const values = [...new Set([filters[leading.name]].flat())];
    const column = { column: leading.name, type: comparedType(leading.type), values };
    return canMerge(values, request) ? column : undefined;
  }
  return scope !== undefined && canMerge(orgs, request)
    ? { column: scope, type: 'bigint', values: orgs }
    : undefined;
};

/** Values up to which reading the newest records of each is cheaper than a scan by time. */
const MERGED = 50;
/** Rows up to which sorting them is cheaper, because each value contributes all rows up to the end of the page. */
const SORTED = 50_000;

const canMerge = (
  { length }: readonly unknown[],
  { limit, skip, unsorted }: PageRequest,
): boolean =>
  length > 1 && length <= MERGED && (unsorted === true || length * (limit + skip) <= SORTED);

const merged = (entity: EntityTableInfo, request: PageRequest, spread: Spread): Sql => {
  const { order, limit, skip, unsorted } = request;
  const { column, type, values } = spread;
  return sql`select ${keyColumns(entity)}
    from unnest(cast(${values} as ${sql.raw(type)}[])) as spread(value) cross join lateral (
      select ${keyColumns(entity)} from ${sql.table(entity.table)} as t
      where ${sql.ref(`t.${column}`)} = spread.value and ${conditionsOf(entity, request, column)}
      ${orderBy(order)} ${cut(limit + skip)}
    ) as t ${unsorted ? sql`` : orderBy(order)} ${cut(limit, skip)}`;
};

const keyColumns = ({ partitionedBy }: EntityTableInfo): Sql =>
  sql.join(['id', ...(partitionedBy ? [partitionedBy] : [])].map((name) => sql.ref(`t.${name}`)));

/** @param spread column that is already bound to one value */
const conditionsOf = (entity: EntityTableInfo, request: PageRequest, spread?: string): Sql => {
  const { after, filters, names, order, orgs, within } = request;
  return allOf([
    spread === entity.scope ? undefined : isVisible('t', entity.scope, orgs),
    within?.(entity.entity)?.where,
    ...filterConditions(entity, spread === undefined ? filters : without(filters, spread), names),
    after && isAfter(order, after),
  ]);
};

const without = <T>(filters: Readonly<Record<string, T>>, name: string) =>
  Object.fromEntries(Object.entries(filters).filter(([filter]) => filter !== name));

const cut = (limit: number, skip = 0): Sql =>
  sql`limit ${limit}${skip > 0 ? sql` offset ${skip}` : sql``}`;
