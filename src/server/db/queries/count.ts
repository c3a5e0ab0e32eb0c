import { sql } from 'kysely';
import type { Database, Sql } from '../database';
import { allOf, filterConditions, isVisible, type RangeNames, visibleOrgs } from './conditions';
import type { Described } from './describe';
import { orderOf } from './order';
import { choicesIn, narrow, type PageRequest, pageKeys } from './pageKeys';
import {
  COUNTED,
  type Grouped,
  type Grouping,
  type GroupQuery,
  type Scope,
  type Selection,
} from './query';
import { outputOf } from './rows';

export type CountRequest = Pick<PageRequest, 'filters' | 'lead' | 'names' | 'orgs' | 'within'>;

/** As many organisations as are walked one by one. */
const FEW = 50;

/** Selects a row for each that a request finds. */
export const matching = (entity: Described, { filters, names, orgs, within }: CountRequest): Sql =>
  sql`select 1 from ${sql.table(entity.table)} as t
    where ${allOf([isVisible('t', entity.scope, orgs), within, ...filterConditions(entity, filters, names)])}`;

/**
 * The newest records in the order of time, where an index leads to them. Without an order the planner trusts that a
 * scan of everything meets enough of them soon, although those of a week lie together at the end of their month.
 */
const newest = (entity: Described, request: CountRequest): Sql => {
  const { filters, names, orgs } = request;
  const bounded = [names.from, names.to].some((end) => `${entity.time}${end}` in filters);
  const order = orderOf(entity, { field: String(entity.time), order: 'desc' });
  const led = choicesIn(entity, filters).length > 0;
  return bounded || led || (entity.scope !== undefined && orgs.length <= FEW)
    ? pageKeys(entity, { ...request, order, skip: 0, limit: COUNTED + 1, unsorted: true })
    : sql`${matching(entity, request)} limit ${COUNTED + 1}`;
};

/** How many rows there are; of records no more than COUNTED + 1 are looked at. */
export const countRows = async (
  db: Database,
  entity: Described,
  request: CountRequest,
): Promise<number> => {
  const counted = entity.time === undefined ? matching(entity, request) : newest(entity, request);
  const { rows } = await sql<{ total: number }>`
    select count(*) as total from (${counted}) as counted`.execute(db);
  return rows[0]?.total ?? 0;
};

/** How many rows a selection has, however many: for work that reads all of them anyway. */
export const totalRows = async (
  db: Database,
  { entity, names }: { readonly entity: Described; readonly names: RangeNames },
  selection: Selection,
  scope: Scope,
): Promise<number> => {
  const orgs = entity.scope === undefined ? [] : await visibleOrgs(db, scope);
  const filters = await narrow(db, entity, selection.filters, orgs);
  const found = matching(entity, { filters, names, orgs, within: scope.within?.where });
  const { rows } = await sql<{ total: number }>`
    select count(*) as total from (${found}) as found`.execute(db);
  return rows[0]?.total ?? 0;
};

/** Groups of one answer: what has more of them is no chart. */
const MOST_GROUPS = 1_000;
const DAY = 86_400_000;
const MINUTE = 60_000;

/** The first moment of the day that a time is in, ms; the remainder is made positive for times before 1970. */
const dayOf = (column: Sql, east: number): Sql => {
  const local = sql`${column} + ${east * MINUTE}::bigint`;
  return sql`${column} - (((${local}) % ${DAY}::bigint) + ${DAY}::bigint) % ${DAY}::bigint`;
};

const valueIn = ({ columns }: Described, { field, daysEast }: Grouping): Sql => {
  const column = columns.get(field);
  if (!column || column.secret) throw new TypeError(`There is no column ${field} to count by`);
  return daysEast === undefined
    ? outputOf(field, column.type)
    : dayOf(sql.ref(`t.${field}`), daysEast);
};

/**
 * Counts rows by the values of one column, or of two. Rows without a value are a group of their own.
 * @throws TypeError for a column or a filter that the entity does not have
 */
export const countGroups = async (
  db: Database,
  { entity, names: rangeNames }: { readonly entity: Described; readonly names: RangeNames },
  { by, split, filters }: GroupQuery,
  scope: Scope,
): Promise<Grouped[]> => {
  const orgs = await visibleOrgs(db, scope);
  const narrowed = await narrow(db, entity, filters, orgs);
  const where = allOf([
    isVisible('t', entity.scope, orgs),
    scope.within?.where,
    ...filterConditions(entity, narrowed, rangeNames),
  ]);
  const parts = [by, ...(split ? [split] : [])].map((grouping) => valueIn(entity, grouping));
  const names = parts.map((_, i) => sql.id(i === 0 ? 'value' : 'split'));
  const named = parts.map((part, i) => sql`${part} as ${names[i]}`);
  // The offset hides from the planner what days are made of: as many of them as moments would have to be sorted.
  const { rows } = await sql<Grouped>`
    select ${sql.join(names)}, count(*) as count from (
      select ${sql.join(named)} from ${sql.table(entity.table)} as t where ${where} offset 0
    ) as found group by ${sql.join(names)} order by ${sql.join(names)} limit ${MOST_GROUPS}`.execute(
    db,
  );
  return rows;
};
