import { sql } from 'kysely';
import type { Sql } from '../database';
import { comparedType } from '../schema';
import type { Described, Ref } from './describe';
import type { Selection } from './listQuery';

/** How rows follow one another: by one expression, then by id. Empty values are last either way. */
export interface Order {
  /** The column of a row that holds the sorted value. */
  readonly name: string;
  readonly expression: Sql;
  /** The type to compare in. */
  readonly type: string;
  readonly descending: boolean;
  readonly nullable: boolean;
  /** The reference whose target must be joined for it. */
  readonly via?: Ref;
}

const requested = ({ sort, time }: Described, given: Selection['sort']) => {
  if (given) return { name: given.field, descending: given.order === 'desc' };
  if (sort) return { name: sort[0], descending: sort[1] === 'DESC' };
  return { name: time ?? 'id', descending: true };
};

/**
 * The order asked for; without one the declared one, without that the newest first.
 * @throws TypeError for a column the entity does not have
 */
export const orderOf = (entity: Described, given: Selection['sort']): Order => {
  const { name, descending } = requested(entity, given);
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

/** `order by` for rows of `t`. */
export const orderBy = ({ expression, descending, nullable }: Order): Sql => {
  if (!descending) return sql`order by ${expression}, ${sql.ref('t.id')}`;
  const last = nullable ? sql` nulls last` : sql``;
  return sql`order by ${expression} desc${last}, ${sql.ref('t.id')} desc`;
};

/** A row's place in an order. */
export interface Place {
  /** The sorted value as text: a number made a JavaScript number could come out a little smaller, or larger. */
  readonly value: string | null;
  readonly id: number;
}

/** The rows that come after a place. The pair is compared as one where it can be: an index then starts there. */
export const isAfter = (order: Order, { value, id }: Place): Sql => {
  const { expression, type, descending, nullable } = order;
  const key = sql.ref('t.id');
  const beyond = sql.raw(descending ? '<' : '>');
  const nextId = sql`${key} ${beyond} ${id}::bigint`;
  if (value === null) return sql`(${expression} is null and ${nextId})`;
  const pair = sql`(${expression}, ${key}) ${beyond} (cast(${value} as ${sql.raw(type)}), ${id}::bigint)`;
  return nullable ? sql`(${pair} or ${expression} is null)` : pair;
};
