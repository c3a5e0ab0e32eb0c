import { sql } from 'kysely';
import type { Sql } from '../database';
import { comparedType } from '../schema';
import type { Described } from './describe';
import { filterConditions, type RangeNames } from './filterConditions';
import { type Order, orderBy, soleColumn } from './order';
import { isAfter, type Place } from './place';
import { joinsOf } from './selectRows';
import { allOf, isVisible } from './visible';

export interface PageRequest {
  readonly orgs: readonly number[];
  readonly within?: Sql;
  readonly filters: Readonly<Record<string, unknown>>;
  readonly names: RangeNames;
  readonly order: Order;
  /** Starts after this place. */
  readonly after?: Place;
  readonly skip: number;
  readonly limit: number;
  /** A choice that fewer rows have than belong to the organisations. */
  readonly lead?: string;
  /** Only how many there are matters: sorting them is left out where it takes a step of its own. */
  readonly unsorted?: boolean;
}

/** With more values than this, walking the newest records of each costs more than walking all by time. */
const MERGED = 50;
/** As it does where so many of them must be sorted: each value's share goes down to the end of the page. */
const SORTED = 50_000;

/** Values of a column whose newest records are taken one by one and merged. */
interface Spread {
  readonly column: string;
  readonly type: string;
  readonly values: readonly unknown[];
}

const canMerge = (
  { length }: readonly unknown[],
  { limit, skip, unsorted }: PageRequest,
): boolean =>
  length > 1 && length <= MERGED && (unsorted === true || length * (limit + skip) <= SORTED);

/**
 * What to spread a page of records over: some whole texts, choices or organisations, each with an index by time of its
 * own. One walk by time over all would read millions of others' records to fill a page of one that has been quiet for
 * a year.
 */
const spreadOf = (
  { columns, partitionedBy, scope }: Described,
  request: PageRequest,
): Spread | undefined => {
  const { filters, lead, order, orgs } = request;
  if (partitionedBy === undefined || soleColumn(order) !== partitionedBy) return undefined;
  for (const { name, type, known } of columns.values()) {
    const given = filters[name];
    if (known === undefined || !Array.isArray(given)) continue;
    const values = [...new Set<unknown>(given)];
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

const keyColumns = ({ partitionedBy }: Described): Sql =>
  sql.join(['id', ...(partitionedBy ? [partitionedBy] : [])].map((name) => sql.ref(`t.${name}`)));

const cut = (limit: number, skip = 0): Sql =>
  sql`limit ${limit}${skip > 0 ? sql` offset ${skip}` : sql``}`;

const without = <T>(filters: Readonly<Record<string, T>>, name: string) =>
  Object.fromEntries(Object.entries(filters).filter(([filter]) => filter !== name));

/** @param spread the column that is already bound to one value */
const conditionsOf = (entity: Described, request: PageRequest, spread?: string): Sql => {
  const { after, filters, names, order, orgs, within } = request;
  return allOf([
    spread === entity.scope ? undefined : isVisible('t', entity.scope, orgs),
    within,
    ...filterConditions(entity, spread === undefined ? filters : without(filters, spread), names),
    after && isAfter(order, after),
  ]);
};

const merged = (entity: Described, request: PageRequest, spread: Spread): Sql => {
  const { order, limit, skip, unsorted } = request;
  const { column, type, values } = spread;
  return sql`select ${keyColumns(entity)}
    from unnest(cast(${values} as ${sql.raw(type)}[])) as spread(value) cross join lateral (
      select ${keyColumns(entity)} from ${sql.table(entity.table)} as t
      where ${sql.ref(`t.${column}`)} = spread.value and ${conditionsOf(entity, request, column)}
      ${orderBy(order)} ${cut(limit + skip)}
    ) as t ${unsorted ? sql`` : orderBy(order)} ${cut(limit, skip)}`;
};

/** Selects the keys of a page: `id` and, for a partitioned table, its time. */
export const pageKeys = (entity: Described, request: PageRequest): Sql => {
  const { limit, order, orgs, skip } = request;
  const spread = spreadOf(entity, request);
  if (spread) return merged(entity, request, spread);
  const joined = new Set(order.keys.flatMap(({ via }) => via ?? []));
  const join = joined.size > 0 ? joinsOf([...joined], orgs) : sql``;
  return sql`select ${keyColumns(entity)} from ${sql.table(entity.table)} as t ${join}
    where ${conditionsOf(entity, request)} ${orderBy(order)} ${cut(limit, skip)}`;
};
