import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely';
import type { ColumnName, JsonText, RowOf, TableName } from '../tables/tables';
import { arrayText } from './arrayText';
import type { Sql } from './database';

export interface Selected<R> extends RawBuilder<R> {
  readonly _row?: R;
}

/** Table in SQL: a reference for each column, and the members below. */
export type TypedTable<T extends TableName> = {
  readonly [C in ColumnName<T>]: RawBuilder<RowOf<T>[C]>;
} & {
  /** Table with its alias, as in `from ${device.$from}`. */
  readonly $from: Sql;
  /** Select list of these columns. */
  readonly $pick: <const C extends ColumnName<T>>(
    ...names: readonly C[]
  ) => Selected<Pick<RowOf<T>, C>>;
  /** Names without the table, as `insert into` and `set` take them. */
  readonly $names: (...names: readonly ColumnName<T>[]) => Sql;
  /** Assignment in `set`. */
  readonly $set: <C extends ColumnName<T>>(
    name: C,
    value: RowOf<T>[C] | RawBuilder<unknown>,
  ) => Sql;
};

/**
 * References a table in SQL: `table('device', 'd').sn` is `d.sn`. Unknown names do not compile.
 * @param alias name of the table by default
 */
export const table = <const T extends TableName>(name: T, alias: string = name): TypedTable<T> => {
  const members = {
    $from: alias === name ? sql.table(name) : sql`${sql.table(name)} as ${sql.id(alias)}`,
    $pick: (...names: readonly string[]) => sql.join(names.map((each) => sql.id(alias, each))),
    $names: (...names: readonly string[]) => sql.join(names.map((each) => sql.id(each))),
    $set: (column: string, value: unknown) => sql`${sql.id(column)} = ${value}`,
  };
  return new Proxy(members, {
    get: (own, column: string) =>
      column in own ? own[column as keyof typeof own] : sql.id(alias, column),
  }) as unknown as TypedTable<T>;
};

/** Selects an expression under a name, and declares its type: `as<number>()(sql`count(*)`, 'total')`. */
export const as =
  <V>() =>
  <const N extends string>(
    expression: RawBuilder<unknown>,
    name: N,
  ): Selected<{ readonly [K in N]: V }> =>
    sql`${expression} as ${sql.id(name)}`;

/** Selects a column under another name. */
export const named = <V, const N extends string>(
  column: RawBuilder<V>,
  name: N,
): Selected<{ readonly [K in N]: V }> => sql`${column} as ${sql.id(name)}`;

/** Selects columns of an outer join, which may be null. */
export const optional = <R>(columns: Selected<R>): Selected<{ [K in keyof R]: R[K] | null }> =>
  columns as unknown as Selected<{ [K in keyof R]: R[K] | null }>;

/** Selects columns that are never null, because a default or a rule fills them. */
export const always = <R>(columns: Selected<R>): Selected<{ [K in keyof R]: NonNullable<R[K]> }> =>
  columns as unknown as Selected<{ [K in keyof R]: NonNullable<R[K]> }>;

type Intersection<U> = (U extends unknown ? (each: U) => void : never) extends (
  all: infer I,
) => void
  ? I
  : never;

type RowIn<P> = P extends { readonly _row?: infer R }
  ? '_row' extends keyof P
    ? R
    : never
  : never;
type Flat<T> = { [K in keyof T]: T[K] };

/** Tags a statement. The type of its rows comes from the select lists in it. */
export const query = <const P extends readonly unknown[]>(
  strings: TemplateStringsArray,
  ...parts: P
): RawBuilder<Flat<Intersection<NonNullable<RowIn<P[number]>>>>> => sql(strings, ...parts);

/** Returns a value for a JSON column. */
export const json = <V>(value: V): JsonText<V> => sql<V>`${JSON.stringify(value)}::jsonb`;

/** Compares with any of the values, as one parameter: `where('sn', '=', anyOf(sns))`. */
export const anyOf = <V>(values: readonly V[]): RawBuilder<V> => sql<V>`any(${arrayText(values)})`;

/** Compares with all of the values, as one parameter: `where('sn', '<>', allOf(sns))`. */
export const allOf = <V>(values: readonly V[]): RawBuilder<V> => sql<V>`all(${values})`;

/** Uses a condition in raw SQL in a built statement. */
export const holds = (condition: Sql): RawBuilder<SqlBool> => sql<SqlBool>`${condition}`;

/** Constant in the text of a statement. PostgreSQL cannot use a partial index by a parameter of a named statement. */
export const lit = <const V extends string | number | boolean>(value: V): RawBuilder<V> =>
  sql.lit(value);

/**
 * Ids of the rows below or above one in its tree, as a subquery: `where('org_id', 'in', idsFrom('org_subtree', id))`.
 */
export const idsFrom = (
  name: 'org_above' | 'enabled_above' | 'org_subtree' | 'role_subtree',
  id: number | Expression<number>,
): RawBuilder<number> => sql<number>`(select ${sql.id(name)}(${id}))`;
