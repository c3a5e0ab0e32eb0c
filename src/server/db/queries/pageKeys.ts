import { sql } from 'kysely';
import type { Database, Sql } from '../database';
import { comparedType } from '../schema';
import {
  allOf,
  type FilterNames,
  filterConditions,
  isOneOf,
  isVisible,
  likePattern,
  visibleOrgs,
} from './conditions';
import type { EntityTableInfo } from './describe';
import { type Cursor, isAfter, orderBy, type SortOrder, soleColumn } from './order';
import type { Scope } from './query';
import { joinsOf } from './rows';

/** Which rows are asked for, as the statements take it. */
export interface Search {
  /** Those whose rows are visible to who asks. */
  readonly orgs: readonly number[];
  readonly within?: Sql;
  readonly filters: Readonly<Record<string, unknown>>;
  readonly names: FilterNames;
}

/** A page of the rows asked for. */
export interface PageRequest extends Search {
  readonly order: SortOrder;
  /** Starts after this place. */
  readonly after?: Cursor;
  readonly skip: number;
  readonly limit: number;
  /** A choice that fewer rows have than belong to the organisations. */
  readonly lead?: string;
  /** Only how many there are matters: sorting them is left out where it takes a step of its own. */
  readonly unsorted?: boolean;
}

/** What filters mean for who asks. */
export const textSearch = async (
  db: Database,
  { entity, names }: { readonly entity: EntityTableInfo; readonly names: FilterNames },
  filters: Search['filters'],
  scope: Scope,
): Promise<Search> => {
  const orgs = entity.scope === undefined ? [] : await visibleOrgs(db, scope);
  const within = scope.within?.where;
  return { orgs, within, names, filters: await wholeTexts(db, entity, filters, orgs) };
};

/** With more matches than this, looking at records in the order of time finds enough of them soon. */
const MATCHES = 200;

/**
 * Filters with the parts of texts replaced by the whole texts they match, where those are known and few: records are
 * found by whole texts at once, and by parts only one by one.
 */
const wholeTexts = async (
  db: Database,
  { columns, scope }: EntityTableInfo,
  filters: Readonly<Record<string, unknown>>,
  orgs: readonly number[],
): Promise<Readonly<Record<string, unknown>>> => {
  const whole = { ...filters };
  for (const [name, part] of Object.entries(filters)) {
    const valuesTable = columns.get(name)?.valuesTable;
    if (valuesTable === undefined || typeof part !== 'string' || part === '') continue;
    const visible = isOneOf(sql.ref('org'), scope === undefined ? [0] : orgs);
    const { rows } = await sql<{ value: string }>`
      select distinct value from ${sql.table(valuesTable)}
      where ${visible} and value ilike ${likePattern(part)} limit ${MATCHES + 1}`.execute(db);
    if (rows.length <= MATCHES) whole[name] = rows.map(({ value }) => value);
  }
  return whole;
};

/** Those choices that a page is narrowed by and an index by time is led by. */
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
 * The choice to walk records by: the one that fewest rows of the time asked for have. Undefined where fewer belong to
 * the organisations, so that theirs are walked. Whichever has the fewest, a walk ends soon: either all of its rows are
 * read, which are few, or enough is found before.
 */
export const leadingColumn = async (
  db: Database,
  entity: EntityTableInfo,
  { filters, names, orgs }: Search,
): Promise<string | undefined> => {
  const choices = choiceConditions(entity, filters);
  // The planner itself weighs one value against one organisation.
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

interface Explained {
  readonly 'QUERY PLAN': readonly { readonly Plan?: { readonly 'Plan Rows'?: number } }[];
}

/** How many rows the planner expects: from its statistics, without reading any. */
const expected = async (db: Database, { table }: EntityTableInfo, where: Sql): Promise<number> => {
  const { rows } = await sql<Explained>`
    explain (format json) select from ${sql.table(table)} as t where ${where}`.execute(db);
  return rows[0]?.['QUERY PLAN'][0]?.Plan?.['Plan Rows'] ?? Number.POSITIVE_INFINITY;
};

/** Selects the keys of a page: `id` and, for a partitioned table, its time. */
export const pageKeys = (entity: EntityTableInfo, request: PageRequest): Sql => {
  const { limit, order, orgs, skip } = request;
  const spread = spreadOf(entity, request);
  if (spread) return merged(entity, request, spread);
  const joined = new Set(order.keys.flatMap(({ via }) => via ?? []));
  const join = joined.size > 0 ? joinsOf([...joined], orgs) : sql``;
  return sql`select ${keyColumns(entity)} from ${sql.table(entity.table)} as t ${join}
    where ${conditionsOf(entity, request)} ${orderBy(order)} ${cut(limit, skip)}`;
};

/** Values of a column whose newest records are taken one by one and merged. */
interface Spread {
  readonly column: string;
  readonly type: string;
  readonly values: readonly unknown[];
}

/**
 * What to spread a page of records over: some whole texts, choices or organisations, each with an index by time of its
 * own. One walk by time over all would read millions of others' records to fill a page of one that has been quiet for
 * a year.
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

/** With more values than this, walking the newest records of each costs more than walking all by time. */
const MERGED = 50;
/** As it does where so many of them must be sorted: each value's share goes down to the end of the page. */
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

/** @param spread the column that is already bound to one value */
const conditionsOf = (entity: EntityTableInfo, request: PageRequest, spread?: string): Sql => {
  const { after, filters, names, order, orgs, within } = request;
  return allOf([
    spread === entity.scope ? undefined : isVisible('t', entity.scope, orgs),
    within,
    ...filterConditions(entity, spread === undefined ? filters : without(filters, spread), names),
    after && isAfter(order, after),
  ]);
};

const without = <T>(filters: Readonly<Record<string, T>>, name: string) =>
  Object.fromEntries(Object.entries(filters).filter(([filter]) => filter !== name));

const cut = (limit: number, skip = 0): Sql =>
  sql`limit ${limit}${skip > 0 ? sql` offset ${skip}` : sql``}`;
