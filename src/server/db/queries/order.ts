import { sql } from 'kysely';
import type { Sql } from '../sql/database';
import { comparedType } from '../tables/columns';
import { allOf } from './conditions';
import type { EntityTableInfo, Ref } from './describe';
import type { Selection, Sort } from './query';

interface OrderKey {
  readonly name: string;
  readonly expression: Sql;
  /** SQL type of the comparison. */
  readonly type: string;
  readonly descending: boolean;
  readonly nullable: boolean;
  /** Reference whose target must be joined for it. */
  readonly via?: Ref;
}

/** Sort order: by the keys, then by id. Null values are last in both directions. */
export interface SortOrder {
  readonly keys: readonly OrderKey[];
  /** True if rows with equal keys are sorted by descending id. */
  readonly descending: boolean;
}

/**
 * Returns the requested order; by default the declared one, else the newest first. Ids have the direction of the
 * first key.
 * @throws TypeError for a column that the entity lacks
 */
export const resolveSort = (
  entity: EntityTableInfo,
  requestedSort: Selection['sort'],
): SortOrder => {
  const keys = sortsOf(entity, requestedSort).map((sort) => keyOf(entity, sort));
  return { keys, descending: keys[0]?.descending ?? true };
};

const sortsOf = (
  { sort, time }: EntityTableInfo,
  requestedSort: Selection['sort'],
): readonly Sort[] => {
  const sorts = requestedSort === undefined ? [] : [requestedSort].flat();
  if (sorts.length > 0) return sorts;
  if (sort) return [{ field: sort[0], order: sort[1] === 'DESC' ? 'desc' : 'asc' }];
  return [{ field: time ?? 'id', order: 'desc' }];
};

const keyOf = (entity: EntityTableInfo, { field: name, order }: Sort): OrderKey => {
  const descending = order === 'desc';
  const own = entity.columns.get(name);
  if (name === 'id' || (own && !own.secret)) {
    return {
      name,
      expression: sql.ref(`t.${name}`),
      type: own ? comparedType(own.type) : 'bigint',
      descending,
      nullable: name !== 'id' && name !== entity.partitionedBy,
    };
  }
  const via = entity.refs.find((ref) => ref.via === name);
  if (!via) throw new TypeError(`There is no column ${name} to sort by`);
  return {
    name,
    expression: sql.ref(`${via.alias}.${via.title}`),
    type: comparedType(via.type),
    descending,
    nullable: true,
    via,
  };
};

/** Returns the only sort column; undefined if there are several. */
export const soleColumn = ({ keys }: SortOrder): string | undefined =>
  keys.length === 1 ? keys[0]?.name : undefined;

export const orderBy = ({ keys, descending }: SortOrder): Sql =>
  sql`order by ${sql.join([
    ...keys.map((key) => withDirection(key.expression, key.descending, key.nullable)),
    withDirection(sql.ref('t.id'), descending, false),
  ])}`;

const withDirection = (expression: Sql, descending: boolean, nullable: boolean): Sql => {
  if (!descending) return expression;
  return nullable ? sql`${expression} desc nulls last` : sql`${expression} desc`;
};

export interface Cursor {
  /** Value of each key as text, because a JavaScript number could differ slightly from the stored one. */
  readonly values: readonly (string | null)[];
  readonly id: number;
}

/** Selects the cursor values of a row as a text array. */
export const cursorValues = ({ keys }: SortOrder): Sql =>
  sql`array[${sql.join(keys.map(({ expression }) => sql`cast(${expression} as text)`))}]`;

type KeyValue = readonly [key: OrderKey, value: string | null];

/** Condition that a row of `t` comes after a cursor. */
export const isAfter = (order: SortOrder, { values, id }: Cursor): Sql => {
  const keyValues = order.keys.map((key, i): KeyValue => [key, values[i] ?? null]);
  const [first] = keyValues;
  return first && keyValues.length === 1
    ? isAfterValue(order, first, id)
    : isAfterValues(order, keyValues, id);
};

/** Compares value and id as a pair where possible, so that an index scan can start there. */
const isAfterValue = (order: SortOrder, [key, value]: KeyValue, id: number): Sql => {
  const { expression, type, descending, nullable } = key;
  if (value === null) return sql`(${expression} is null and ${nextId(order, id)})`;
  const pair = sql`(${expression}, ${sql.ref('t.id')}) ${beyond(descending)} (${cast(value, type)}, ${id}::bigint)`;
  return nullable ? sql`(${pair} or ${expression} is null)` : pair;
};

const nextId = ({ descending }: SortOrder, id: number): Sql =>
  sql`${sql.ref('t.id')} ${beyond(descending)} ${id}::bigint`;

const beyond = (descending: boolean): Sql => sql.raw(descending ? '<' : '>');

const cast = (value: string, type: string): Sql => sql`cast(${value} as ${sql.raw(type)})`;

/**
 * Condition for several keys: equal in the first ones and after the cursor in the next, or equal in all and after it
 * by id.
 */
const isAfterValues = (order: SortOrder, valued: readonly KeyValue[], id: number): Sql => {
  const further = valued.flatMap((each, i) => {
    const then = follows(each);
    return then ? [allOf([...valued.slice(0, i).map(equals), then])] : [];
  });
  const last = allOf([...valued.map(equals), nextId(order, id)]);
  return sql`(${sql.join(
    [...further, last].map((branch) => sql`(${branch})`),
    sql` or `,
  )})`;
};

/** Returns undefined for null, because no value comes after it. */
const follows = ([key, value]: KeyValue): Sql | undefined => {
  if (value === null) return undefined;
  const { expression, type, descending, nullable } = key;
  const further = sql`${expression} ${beyond(descending)} ${cast(value, type)}`;
  return nullable ? sql`(${further} or ${expression} is null)` : further;
};

const equals = ([{ expression, type }, value]: KeyValue): Sql =>
  value === null ? sql`${expression} is null` : sql`${expression} = ${cast(value, type)}`;
