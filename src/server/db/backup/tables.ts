import type { ClientBase } from 'pg';
import { type BackupHead, readSections, type Section } from './container';
import { copyIn, copyOut } from './copy';

/** Head of a backup of kind `tables`. */
export interface TablesHead extends BackupHead {
  /** Next value of each sequence; null if it was never used. */
  readonly sequences: Readonly<Record<string, string | null>>;
  readonly tables: readonly Table[];
  /** Bounds of the monthly partitions, epoch ms. */
  readonly months: readonly number[];
}

const quote = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/**
 * Lists the tables with the names and types of their columns. Transaction ids mean nothing in another database, so
 * columns of them get their default there.
 */
const TABLES = `
  select relname as name, array(
    select format('%I %s', attname, format_type(atttypid, atttypmod)) from pg_attribute
    where attrelid = pg_class.oid and attnum > 0 and not attisdropped and attgenerated = ''
      and atttypid <> 'xid8'::regtype
    order by attname) as columns
  from pg_class where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p')
    and not relispartition
  order by relname`;

interface Table {
  readonly name: string;
  /** Names and types. */
  readonly columns: readonly string[];
}

const tablesIn = async (client: ClientBase): Promise<readonly Table[]> =>
  (await client.query<Table>(TABLES)).rows;

/** Counts the rows of all tables, which reads every one of them. */
export const countRows = async (
  client: Pick<ClientBase, 'query'>,
): Promise<{ readonly tables: number; readonly rows: number }> => {
  const { rows: tables } = await client.query<Table>(TABLES);
  let sum = 0;
  for (const { name } of tables) {
    const { rows } = await client.query(`select count(*)::text as n from ${quote(name)}`);
    sum += Number(rows[0].n);
  }
  return { tables: tables.length, rows: sum };
};

const MIGRATIONS = 'select name from schema_migration order by name';

const SEQUENCES = `select sequencename as name, (last_value + increment_by)::text as next
  from pg_sequences where schemaname = current_schema()`;

const MONTHS = `
  select distinct bound[1] as month from pg_class
  cross join regexp_match(pg_get_expr(relpartbound, oid), 'FROM \\(''?(\\d+)''?\\)') as bound
  where relispartition and relnamespace = current_schema()::regnamespace and bound is not null`;

/** Returns what the heads of both kinds have. */
export const headOf = async (client: Pick<ClientBase, 'query'>) => {
  const { rows: migrations } = await client.query(MIGRATIONS);
  const { rows: versions } = await client.query('show server_version');
  return {
    release: import.meta.env.RELEASE,
    made: new Date().toISOString(),
    postgres: String(versions[0].server_version),
    migrations: migrations.map(({ name }) => String(name)),
  };
};

/**
 * Returns the head of a backup of the tables. Sequences stand outside of a snapshot: read within it, each is at its last
 * row or further.
 */
export const tablesHead = async (client: ClientBase): Promise<Omit<TablesHead, 'format'>> => {
  const { rows: sequences } = await client.query(SEQUENCES);
  const { rows: months } = await client.query(MONTHS);
  return {
    kind: 'tables',
    ...(await headOf(client)),
    tables: await tablesIn(client),
    sequences: Object.fromEntries(sequences.map(({ name, next }) => [name, next])),
    months: months.map(({ month }) => Number(month)),
  };
};

const namesOf = (columns: readonly string[]): string =>
  columns.map((column) => /^(?:"(?:[^"]|"")*"|\S+)/.exec(column)?.[0]).join(', ');

/** Reads all tables in the snapshot of the client's transaction. */
export async function* tableSections(
  client: ClientBase,
  { tables }: Pick<TablesHead, 'tables'>,
): AsyncGenerator<Section> {
  for (const { name, columns } of tables) {
    const rows = `select ${namesOf(columns)} from ${quote(name)}`;
    yield { name, ...copyOut(client, `copy (${rows}) to stdout (format binary)`) };
  }
}

/** Foreign keys, which are checked at the end. Partitions follow their table. */
const FOREIGN_KEYS = `
  select conrelid::regclass::text as of_table, quote_ident(conname) as name from pg_constraint
  where contype = 'f' and conparentid = 0 and not condeferrable
    and connamespace = current_schema()::regnamespace`;

/** @throws Error if a backup of tables was made with other migrations */
export const checkRelease = (
  path: string,
  head: BackupHead,
  migrations: readonly { readonly name: string }[],
): void => {
  const names = migrations.map(({ name }) => name).sort();
  if (names.join() === [...head.migrations].sort().join()) return;
  throw new Error(
    `${path} was made by release ${head.release}, whose tables differ. Restore it with that release, then upgrade`,
  );
};

/** Lists what only the backup has, and the tables that only the database has. */
const differencesOf = (stored: readonly Table[], own: readonly Table[]): string[] => {
  const namesOfAll = (tables: readonly Table[]) =>
    tables.flatMap(({ name, columns }) => [name, ...columns.map((each) => `${name}.${each}`)]);
  const [names, ownNames] = [new Set(namesOfAll(stored)), new Set(namesOfAll(own))];
  const missing = [...names].filter((each) => !ownNames.has(each));
  return [...missing, ...own.map(({ name }) => name).filter((each) => !names.has(each))];
};

/**
 * Replaces the content of all tables by that of a backup, in the transaction of the client.
 * @throws Error if the tables differ from those of the backup, or a row cannot be stored
 */
export const loadTables = async (
  client: ClientBase,
  path: string,
  head: TablesHead,
): Promise<void> => {
  const { rows: migrations } = await client.query(MIGRATIONS);
  checkRelease(path, head, migrations);
  const tables = await tablesIn(client);
  const differences = differencesOf(head.tables, tables);
  if (differences.length > 0) {
    throw new Error(
      `${path} is of another configuration. It and the database differ in ${differences.join(', ')}`,
    );
  }
  const columnsByTable = new Map(head.tables.map(({ name, columns }) => [name, columns]));
  const { rows: keys } = await client.query(FOREIGN_KEYS);
  const each = async (statement: (name: string) => string) => {
    for (const { name } of tables) await client.query(statement(quote(name)));
  };
  const alterKeys = async (state: string) => {
    for (const { of_table, name } of keys) {
      await client.query(`alter table ${of_table} alter constraint ${name} ${state}`);
    }
  };
  await client.query(`truncate ${tables.map(({ name }) => quote(name)).join(', ')}`);
  // What triggers would add comes as rows.
  await each((name) => `alter table ${name} disable trigger user`);
  await alterKeys('deferrable initially deferred');
  await readSections(path, ({ name, chunks }) => {
    const columns = namesOf(columnsByTable.get(name) ?? []);
    return copyIn(client, `copy ${quote(name)} (${columns}) from stdin (format binary)`, chunks);
  });
  // Unlike setval, this ends with the transaction.
  for (const [name, next] of Object.entries(head.sequences)) {
    await client.query(`alter sequence ${quote(name)} restart${next ? ` with ${next}` : ''}`);
  }
  await client.query('set constraints all immediate');
  await alterKeys('not deferrable');
  await each((name) => `alter table ${name} enable trigger user`);
};
