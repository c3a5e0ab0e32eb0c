import type { Kysely, RawBuilder } from 'kysely';

/** Which tables there are is known from the declarations at run time only, so any name is a table of any columns. */
export type Tables = Record<string, Record<string, unknown>>;

/** The database, or a transaction in it. */
export type Database = Kysely<Tables>;

/** A piece of SQL with its parameters. */
export type Sql = RawBuilder<unknown>;
