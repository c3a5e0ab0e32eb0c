import { sql } from 'kysely';
import { changeSchema } from '../sql/changeSchema';
import type { Database } from '../sql/database';
import { anyOf } from '../sql/typedSql';

/** Key of the advisory lock on folding counts. */
export const FOLDING = 7_207;

/** Schema or data change that the declarations cannot express. Runs once in the life of a database. */
export interface Migration {
  /** Number and subject. Never changes once released. */
  readonly name: string;
  /** Servers that lack this migration fail after it, so they take no more calls. */
  readonly breaks?: true;
  /** Runs after the declared tables exist. */
  readonly up: (transaction: Database) => Promise<void>;
}

/** Executes statements one by one: some PostgreSQL-compatible databases reject several in one text. */
export const executeAll = async (db: Database, statements: readonly string[]): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(db);
};

/** Builds the functions of triggers that change nothing in the row, by name. */
export const triggerFunctions = (bodies: Readonly<Record<string, string>>): string[] =>
  Object.entries(bodies).map(
    ([name, body]) => `create function ${name}() returns trigger language plpgsql as $$
      begin
        ${body}
        return null;
      end
    $$`,
  );

/** Builds a statement that runs others if a table exists. */
export const ifTable = (table: string, statements: readonly string[]): string => `
  do $$ begin
    if to_regclass('"${table}"') is not null then
      ${statements.join(';\n')};
    end if;
  end $$`;

/** Returns the names of the migrations that have run; undefined if the database was never prepared. */
export const completedMigrations = async (
  db: Database,
): Promise<ReadonlySet<string> | undefined> => {
  const { rows } = await sql<{ there: boolean }>`
    select to_regclass('schema_migration') is not null as there`.execute(db);
  if (!rows[0]?.there) return undefined;
  const completed = await db.selectFrom('schema_migration').select('name').execute();
  return new Set(completed.map(({ name }) => name));
};

const makeTable = async (db: Database): Promise<void> => {
  await sql`create table if not exists schema_migration
    (name text primary key, applied_at bigint not null)`.execute(db);
};

/** Returns the names of the migrations that this database has not run. Changes nothing. */
export const pendingMigrations = async (
  db: Database,
  migrations: readonly Migration[],
): Promise<string[]> => {
  const completed = await completedMigrations(db);
  return migrations.map(({ name }) => name).filter((name) => !completed?.has(name));
};

/**
 * Runs the pending migrations in order: all or none, one server at a time. Kysely's Migrator is not used because its
 * lock belongs to a session, which all clients of PGlite share, and so do those of a connection pooler. This lock
 * ends with its transaction.
 * @returns names of the migrations that ran
 */
export const migrate = (db: Database, migrations: readonly Migration[]): Promise<string[]> =>
  changeSchema(db, async (transaction) => {
    const pending = await pendingMigrations(transaction, migrations);
    if (pending.length > 0) await makeTable(transaction);
    for (const { name, up } of migrations.filter((each) => pending.includes(each.name))) {
      await up(transaction);
      await transaction
        .insertInto('schema_migration')
        .values({ name, applied_at: Date.now() })
        .execute();
    }
    if (pending.length > 0) await markBreaking(transaction, migrations);
    return pending;
  });

const markBreaking = async (db: Database, migrations: readonly Migration[]): Promise<void> => {
  const breaking = migrations.flatMap(({ name, breaks }) => (breaks ? name : []));
  await db
    .updateTable('schema_migration')
    .set({ breaking: true })
    .where('name', '=', anyOf(breaking))
    .execute();
};

/**
 * Returns the last migration that this server lacks although the database cannot be used without it; undefined if
 * the server is new enough.
 */
export const missingMigration = async (
  db: Database,
  migrations: readonly Migration[],
): Promise<string | undefined> => {
  if (!(await completedMigrations(db))) return undefined;
  // As JSON, because older databases lack the column.
  const breaking = await db
    .selectFrom('schema_migration as migration')
    .select('name')
    .where(sql<boolean>`(to_jsonb(migration) ->> 'breaking')::boolean`)
    .orderBy('name', 'desc')
    .execute();
  return breaking.find(({ name }) => !migrations.some((own) => own.name === name))?.name;
};
