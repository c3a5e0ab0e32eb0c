import { type Insertable, type RawBuilder, sql, type Updateable } from 'kysely';
import type { ColumnName, JsonText, RowOf, TableName, Tables } from '../tables/tables';
import type { Database, Sql } from './database';

/** Plain value of a column. Rows are sent as one JSON text, so JSON columns take their values as they are. */
type Plain<V> = V extends JsonText<infer J> ? J : V;

/** Row to insert. Nullable columns and those with a default may be missing. */
export type NewRow<T extends TableName> = {
  readonly [C in keyof Insertable<Tables[T]>]: Plain<Insertable<Tables[T]>[C]>;
};

/** Rejects columns that the table lacks, including those that a spread adds. */
type Exact<R, Allowed> = R & {
  readonly [X in R extends unknown ? Exclude<keyof R, keyof Allowed> : never]?: never;
};

const populate = (table: TableName, rows: readonly object[]) =>
  sql`jsonb_populate_recordset(null::${sql.table(table)}, ${JSON.stringify(rows)}::jsonb)`;

/**
 * Returns rows as a table expression with one parameter, for built statements: `selectFrom(rowsAs('job', jobs).as('new'))`.
 * PostgreSQL takes the types of the columns from the table.
 */
export const rowsAs = <T extends TableName>(
  table: T,
  rows: readonly Partial<RowOf<T>>[],
): RawBuilder<RowOf<T>> => populate(table, rows) as RawBuilder<RowOf<T>>;

/** Inserts rows with one statement. A value that other rows have is null in those that lack it. */
export const insertRows = async <T extends TableName, const R extends NewRow<T>>(
  db: Database,
  table: T,
  rows: readonly Exact<R, NewRow<T>>[],
): Promise<void> => {
  if (rows.length === 0) return;
  const names = sql.join([...new Set(rows.flatMap(Object.keys))].map((name) => sql.id(name)));
  await sql`
    insert into ${sql.table(table)} (${names}) select ${names} from ${populate(table, rows)}`.execute(
    db,
  );
};

/**
 * Updates rows with one statement.
 * @param keys columns that find a row
 * @param columns columns that are set
 */
export const updateRows = async <
  T extends TableName,
  const K extends ColumnName<T>,
  const C extends ColumnName<T> & keyof Updateable<Tables[T]>,
>(
  db: Database,
  table: T,
  { keys, columns }: { readonly keys: readonly K[]; readonly columns: readonly C[] },
  rows: readonly Pick<RowOf<T>, K | C>[],
): Promise<void> => {
  if (rows.length === 0) return;
  const sets = columns.map((name) => sql`${sql.id(name)} = ${sql.id('new', name)}`);
  const matches = keys.map((name) => sql`${sql.id(table, name)} = ${sql.id('new', name)}`);
  await sql`
    update ${sql.table(table)} set ${sql.join(sets)} from ${populate(table, rows)} as new
    where ${sql.join(matches, sql` and `)}`.execute(db);
};

/** SQL types of the columns of a list, with the values that they take. */
interface ListTypes {
  bigint: number;
  'bigint[]': readonly number[];
  boolean: boolean;
  'double precision': number;
  integer: number;
  jsonb: unknown;
  real: number;
  smallint: number;
  text: string;
  uuid: string;
  varchar: string;
}

/**
 * Returns a list that is no table's rows as a table expression with one parameter:
 * `from ${listAs('reply', { id: 'bigint', text: 'text' }, replies)}`. Its types check the rows.
 */
export const listAs = <const C extends Readonly<Record<string, keyof ListTypes>>>(
  alias: string,
  columns: C,
  rows: readonly { readonly [K in keyof C]?: ListTypes[C[K]] | null }[],
): Sql => {
  const types = Object.entries(columns).map(
    ([name, type]) => sql`${sql.id(name)} ${sql.raw(type)}`,
  );
  return sql`jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as ${sql.id(alias)}(${sql.join(types)})`;
};
