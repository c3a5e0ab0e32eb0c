import { sql } from 'kysely';
import { isBlank } from '../../../config';
import { COUNTER_SPAN } from '../schema/counters';
import type { Database, Sql } from '../sql/database';
import { allOf, filterConditions, isSeen, visibleOrgs } from './conditions';
import type { EntityTableInfo } from './describe';
import type { TableReader } from './list';
import { searchedColumns, textSearch } from './pageKeys';
import type { GroupCounts, Grouping, GroupQuery, Scope } from './query';
import { outputOf } from './rows';
import { tablesOf } from './tables';

/** Maximum groups of an answer. A chart could not show more. */
const MAX_GROUPS = 1_000;

/**
 * Counts rows by the values of one or two columns. Rows without a value form a group of their own. Uses the counters
 * of records if they can answer, with the same result: the time range must consist of whole hours, and at most one
 * column besides the time may be used.
 * @throws TypeError for a column or filter that the entity lacks
 */
export const countGroups = async (
  db: Database,
  reader: TableReader,
  query: GroupQuery,
  scope: Scope,
): Promise<GroupCounts[]> => {
  const counterQuery = counterQueryOf(reader, query, scope);
  return counterQuery
    ? readCounters(db, counterQuery, scope)
    : scanWithoutIndex(db, reader, query, scope);
};

/** Counts by reading all matching rows. */
export const scanWithoutIndex = async (
  db: Database,
  reader: Pick<TableReader, 'entity' | 'names'>,
  { by, split, filters }: GroupQuery,
  scope: Scope,
): Promise<GroupCounts[]> => {
  const { entity } = reader;
  const search = await textSearch(db, reader, filters, scope);
  const where = allOf([
    isSeen(entity, search),
    ...filterConditions(entity, search.filters, search.names),
  ]);
  const groupings = groupingsOf(by, split);
  const parts = groupings.map((grouping) => valueIn(entity, grouping));
  const names = [...searchedColumns(entity, search), ...groupings.map(({ field }) => field)];
  const rows = sql`select ${aliasColumns(parts)} from ${tablesOf(entity, names)} as t where ${where}`;
  return countByGroup(db, rows, parts.length, sql`count(*)`);
};

const groupingsOf = (by: Grouping, split?: Grouping): Grouping[] => [by, ...(split ? [split] : [])];

const NAMES = ['value', 'split'] as const;

const aliasColumns = (parts: readonly Sql[]): Sql =>
  sql.join(parts.map((part, i) => sql`${part} as ${sql.id(NAMES[i] ?? '')}`));

/**
 * Groups and counts rows. `offset 0` hides the day expression from the planner, which would otherwise sort by time
 * instead of by day.
 */
const countByGroup = async (
  db: Database,
  source: Sql,
  parts: number,
  count: Sql,
): Promise<GroupCounts[]> => {
  const names = sql.join(NAMES.slice(0, parts).map((name) => sql.id(name)));
  const { rows } = await sql<GroupCounts>`
    select ${names}, ${count} as count from (${source} offset 0) as source
    group by ${names} having ${count} <> 0 order by ${names} limit ${MAX_GROUPS}`.execute(db);
  return rows;
};

interface CounterQuery {
  readonly table: string;
  /** Column used besides the time; '' for none. */
  readonly field: string;
  readonly values?: readonly unknown[];
  /** Both inclusive, epoch ms. */
  readonly from?: number;
  readonly to?: number;
  readonly parts: readonly Sql[];
}

/** Translates a query for the counters. @returns undefined if only the rows can answer it */
const counterQueryOf = (
  { entity, names }: TableReader,
  { by, split, filters }: GroupQuery,
  { within }: Scope,
): CounterQuery | undefined => {
  const { counter, columns } = entity;
  if (!counter || within?.(entity.entity)) return undefined;
  const entries = Object.entries(filters).filter(([, value]) => !isBlank(value));
  const [from, to] = [names.from, names.to].map((suffix) => `${counter.time}${suffix}`);
  const isTime = (name: string) => name === from || name === to;
  const groupings = groupingsOf(by, split);
  const fields = new Set([
    ...groupings.flatMap(({ field, days }) => (days === undefined ? [field] : [])),
    ...entries.flatMap(([name]) => (isTime(name) ? [] : [name])),
  ]);
  const [field = ''] = fields;
  const column = columns.get(field);
  const isCounted = field === '' || (counter.columns.includes(field) && !column?.secret);
  if (fields.size > 1 || !isCounted || column?.filter === 'contains') return undefined;
  if (groupings.some(({ days = [] }) => days.some((day) => day % COUNTER_SPAN !== 0)))
    return undefined;
  if (groupings.some((each) => each.days !== undefined && each.field !== counter.time)) {
    return undefined;
  }
  const ends = new Map(entries.filter(([name]) => isTime(name)));
  const [first, last] = [ends.get(from ?? ''), ends.get(to ?? '')];
  if (!isWhole(first, 0) || !isWhole(last, 1)) return undefined;
  const values = entries.find(([name]) => name === field)?.[1];
  const type = column?.type === 'date' ? 'text' : (column?.type ?? 'text');
  return {
    table: counter.table,
    field,
    ...(values !== undefined && { values: [values].flat() }),
    ...(first !== undefined && { from: first }),
    ...(last !== undefined && { to: last }),
    parts: groupings.map(({ days }) =>
      days === undefined
        ? sql`cast(nullif(value, '') as ${sql.raw(type)})`
        : dayOf(sql.ref('hour'), days),
    ),
  };
};

/** True if a time is undefined, the start of an hour, or with `before` 1 the last ms of one. */
const isWhole = (moment: unknown, before: 0 | 1): moment is number | undefined =>
  moment === undefined ||
  (Number.isSafeInteger(moment) && (Number(moment) + before) % COUNTER_SPAN === 0);

const readCounters = async (
  db: Database,
  { table, field, values, from, to, parts }: CounterQuery,
  scope: Scope,
): Promise<GroupCounts[]> => {
  const orgs = await visibleOrgs(db, scope);
  const narrowed = allOf([
    sql`of_table = ${table} and field = ${field}`,
    values && sql`value = any(${values.map(String)}::text[])`,
    from === undefined ? undefined : sql`hour >= ${from}::bigint`,
    to === undefined ? undefined : sql`hour <= ${to}::bigint`,
  ]);
  const rows = sql`
    select ${aliasColumns(parts)}, count from (
      select hour, value, count from record_count where org = ${scope.orgId} and ${narrowed}
      union all
      select hour, value, count from record_count_news where org = any(${orgs}::bigint[]) and ${narrowed}
    ) as told`;
  return countByGroup(db, rows, parts.length, sql`sum(count)::bigint`);
};

const valueIn = ({ columns }: EntityTableInfo, { field, days }: Grouping): Sql => {
  const column = columns.get(field);
  if (!column || column.secret) throw new TypeError(`There is no column ${field} to count by`);
  return days === undefined ? outputOf(field, column.type) : dayOf(sql.ref(`t.${field}`), days);
};

/** Returns the start of the day that contains a time; null before the first day. */
const dayOf = (column: Sql, days: readonly number[]): Sql => {
  const list = sql`${days}::bigint[]`;
  return sql`(${list})[width_bucket(${column}, ${list})]`;
};
