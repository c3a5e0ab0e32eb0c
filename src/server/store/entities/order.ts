import { sql } from 'kysely';
import type { Sql } from '../database';
import { comparedType } from '../schema';
import type { Described, Ref } from './describe';
import type { Selection, Sort } from './listQuery';

/** One of the values that rows are sorted by. */
export interface OrderKey {
  /** The column of a row that holds it. */
  readonly name: string;
  readonly expression: Sql;
  /** The type to compare in. */
  readonly type: string;
  readonly descending: boolean;
  readonly nullable: boolean;
  /** The reference whose target must be joined for it. */
  readonly via?: Ref;
}

/** How rows follow one another: by each key in turn, then by id. Empty values are last either way. */
export interface Order {
  readonly keys: readonly OrderKey[];
  /** Whether ids go down where all keys are equal. */
  readonly descending: boolean;
}

const sortsOf = ({ sort, time }: Described, given: Selection['sort']): readonly Sort[] => {
  const sorts = given === undefined ? [] : [given].flat();
  if (sorts.length > 0) return sorts;
  if (sort) return [{ field: sort[0], order: sort[1] === 'DESC' ? 'desc' : 'asc' }];
  return [{ field: time ?? 'id', order: 'desc' }];
};

const keyOf = (entity: Described, { field: name, order }: Sort): OrderKey => {
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

/**
 * The order asked for; without one the declared one, without that the newest first. Ids go the way of the first key.
 * @throws TypeError for a column the entity does not have
 */
export const orderOf = (entity: Described, given: Selection['sort']): Order => {
  const keys = sortsOf(entity, given).map((sort) => keyOf(entity, sort));
  return { keys, descending: keys[0]?.descending ?? true };
};

/** The column that alone decides the order; undefined where several do. */
export const soleColumn = ({ keys }: Order): string | undefined =>
  keys.length === 1 ? keys[0]?.name : undefined;

const directed = (expression: Sql, descending: boolean, nullable: boolean): Sql => {
  if (!descending) return expression;
  return nullable ? sql`${expression} desc nulls last` : sql`${expression} desc`;
};

/** `order by` for rows of `t`. */
export const orderBy = ({ keys, descending }: Order): Sql =>
  sql`order by ${sql.join([
    ...keys.map((key) => directed(key.expression, key.descending, key.nullable)),
    directed(sql.ref('t.id'), descending, false),
  ])}`;
