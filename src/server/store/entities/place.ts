import { sql } from 'kysely';
import type { Sql } from '../database';
import type { Order, OrderKey } from './order';
import { allOf } from './visible';

/** A row's place in an order. */
export interface Place {
  /**
   * The value of each key as text: a number made a JavaScript number could come out a little smaller, or larger.
   */
  readonly values: readonly (string | null)[];
  readonly id: number;
}

/** Selects the values of a row's place, as an array of texts. */
export const placeValues = ({ keys }: Order): Sql =>
  sql`array[${sql.join(keys.map(({ expression }) => sql`cast(${expression} as text)`))}]`;

type Valued = readonly [key: OrderKey, value: string | null];

const beyond = (descending: boolean): Sql => sql.raw(descending ? '<' : '>');

const cast = (value: string, type: string): Sql => sql`cast(${value} as ${sql.raw(type)})`;

const equals = ([{ expression, type }, value]: Valued): Sql =>
  value === null ? sql`${expression} is null` : sql`${expression} = ${cast(value, type)}`;

/** Nothing comes after an empty value. */
const follows = ([key, value]: Valued): Sql | undefined => {
  if (value === null) return undefined;
  const { expression, type, descending, nullable } = key;
  const further = sql`${expression} ${beyond(descending)} ${cast(value, type)}`;
  return nullable ? sql`(${further} or ${expression} is null)` : further;
};

const nextId = ({ descending }: Order, id: number): Sql =>
  sql`${sql.ref('t.id')} ${beyond(descending)} ${id}::bigint`;

/** The pair of value and id is compared as one where it can be: an index then starts there. */
const isAfterValue = (order: Order, [key, value]: Valued, id: number): Sql => {
  const { expression, type, descending, nullable } = key;
  if (value === null) return sql`(${expression} is null and ${nextId(order, id)})`;
  const pair = sql`(${expression}, ${sql.ref('t.id')}) ${beyond(descending)} (${cast(value, type)}, ${id}::bigint)`;
  return nullable ? sql`(${pair} or ${expression} is null)` : pair;
};

/** Equal in the first keys and further in the next, for each of them; at last equal in all and further in id. */
const isAfterValues = (order: Order, valued: readonly Valued[], id: number): Sql => {
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

/** Whether a row of `t` comes after a place. */
export const isAfter = (order: Order, { values, id }: Place): Sql => {
  const valued = order.keys.map((key, i): Valued => [key, values[i] ?? null]);
  const [first] = valued;
  return first && valued.length === 1
    ? isAfterValue(order, first, id)
    : isAfterValues(order, valued, id);
};
