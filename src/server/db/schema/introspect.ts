import { sql } from 'kysely';
import type { Database } from '../sql/database';
import { listAs } from '../sql/manyRows';

export interface ActualTable {
  readonly partitioned: boolean;
  /** Canonical type by column. */
  readonly columns: ReadonlyMap<string, string>;
  /** Columns that are NOT NULL without a default. */
  readonly required: ReadonlySet<string>;
}

/** Declaration of a column at the last start. */
export interface DeclaredColumn {
  readonly choices?: readonly (string | number)[];
  readonly refers?: string;
  /** True if no declaration has the column any more. */
  readonly gone?: true;
}

export interface ActualColumns {
  readonly tables: ReadonlyMap<string, ActualTable>;
  readonly indexes: ReadonlySet<string>;
  /** Names of indexes whose building was interrupted, or is in progress on another server. */
  readonly invalidIndexes: ReadonlySet<string>;
  /** Names of tables whose indexing takes too long for a start to wait for it. */
  readonly largeTables: ReadonlySet<string>;
  /** Names of indexes that belong to a constraint. */
  readonly constraints: ReadonlySet<string>;
  /** Target table by name of the foreign key. */
  readonly foreignKeys: ReadonlyMap<string, string>;
  /** By table and column; empty before the first start. */
  readonly declaredColumns: ReadonlyMap<string, ReadonlyMap<string, DeclaredColumn>>;
  /** Support of trigram indexes (pg_trgm): now, after creating the extension, or not at all. */
  readonly trigrams: 'ready' | 'creatable' | 'absent';
}

/** Reads the current schema. Queries run one after the other, because a transaction has one connection. */
export const introspect = async (db: Database): Promise<ActualColumns> => {
  const tables = await readTables(db);
  return {
    tables,
    ...(await readNames(db)),
    largeTables: await readLargeTables(db),
    trigrams: await readTrigrams(db),
    declaredColumns: tables.has(DECLARED_COLUMN) ? await readDeclaredColumns(db) : new Map(),
  };
};

/** Table of the columns as they were declared at the last start, for detecting changes. */
const DECLARED_COLUMN = 'declared_column';

const readDeclaredColumns = async (db: Database): Promise<ActualColumns['declaredColumns']> => {
  const { rows } = await sql<{ table: string; column: string; says: DeclaredColumn }>`
    select table_name as "table", column_name as "column", says from ${sql.table(DECLARED_COLUMN)}`.execute(
    db,
  );
  const byTable = new Map<string, Map<string, DeclaredColumn>>();
  for (const { table, column, says } of rows) {
    byTable.set(table, (byTable.get(table) ?? new Map()).set(column, says));
  }
  return byTable;
};

export const storeDeclaredColumns = async (
  db: Database,
  declarations: readonly (readonly [
    table: string,
    columns: Readonly<Record<string, DeclaredColumn>>,
  ])[],
): Promise<void> => {
  await sql`create table if not exists ${sql.table(DECLARED_COLUMN)}
    (table_name text, column_name text, says jsonb not null, primary key (table_name, column_name))`.execute(
    db,
  );
  await sql`delete from ${sql.table(DECLARED_COLUMN)} where table_name = any(${declarations.map(([table]) => table)})`.execute(
    db,
  );
  const rows = declarations.flatMap(([table, columns]) =>
    Object.entries(columns).map(([column, says]) => ({ table, column, says })),
  );
  const rowList = listAs('row', { table: 'text', column: 'text', says: 'jsonb' }, rows);
  await sql`insert into ${sql.table(DECLARED_COLUMN)}
    select "table", "column", says from ${rowList}`.execute(db);
};

const readTables = async (db: Database): Promise<Map<string, ActualTable>> => {
  const { rows } = await sql<{
    table: string;
    partitioned: boolean;
    columns: [name: string, type: string, required: boolean][];
  }>`
    select c.relname as "table", c.relkind = 'p' as partitioned,
      json_agg(json_build_array(a.attname, format_type(a.atttypid, a.atttypmod),
        a.attnotnull and not a.atthasdef and a.attidentity = '')) as columns
    from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p')
    group by c.relname, c.relkind`.execute(db);
  return new Map(
    rows.map(({ table, partitioned, columns }) => [
      table,
      {
        partitioned,
        columns: new Map(columns.map(([name, type]) => [name, type])),
        required: new Set(columns.flatMap(([name, , required]) => (required ? name : []))),
      },
    ]),
  );
};

const readNames = async (
  db: Database,
): Promise<Pick<ActualColumns, 'indexes' | 'invalidIndexes' | 'constraints' | 'foreignKeys'>> => {
  const { rows } = await sql<{ name: string; target: string | null; kind: string }>`
    select relname as name, null as target,
      case when indisvalid then 'index' else 'invalid' end as kind
    from pg_class join pg_index on indexrelid = pg_class.oid
    where relnamespace = current_schema()::regnamespace and relkind in ('i', 'I')
    union all
    select conname, relname, contype::text from pg_constraint
    left join pg_class on pg_class.oid = confrelid
    where connamespace = current_schema()::regnamespace and contype in ('f', 'u', 'p')`.execute(db);
  const ofKind = (...kinds: readonly string[]) => rows.filter(({ kind }) => kinds.includes(kind));
  return {
    indexes: new Set(ofKind('index').map(({ name }) => name)),
    invalidIndexes: new Set(ofKind('invalid').map(({ name }) => name)),
    constraints: new Set(ofKind('u', 'p').map(({ name }) => name)),
    foreignKeys: new Map(ofKind('f').map(({ name, target }) => [name, String(target)])),
  };
};

/** Size of a table, with its partitions, up to which building an index takes about a tenth of a second. */
const LARGE_BYTES = 2 ** 24;

const readLargeTables = async (db: Database): Promise<ReadonlySet<string>> => {
  const { rows } = await sql<{ name: string }>`
    select relname as name from pg_class
    where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p') and
      case relkind
        when 'r' then pg_relation_size(oid)
        else (select sum(pg_relation_size(relid)) from pg_partition_tree(oid))
      end > ${LARGE_BYTES}`.execute(db);
  return new Set(rows.map(({ name }) => name));
};

const readTrigrams = async (db: Database): Promise<ActualColumns['trigrams']> => {
  const { rows } = await sql<{ ready: boolean; creatable: boolean }>`
    select
      exists (
        select from pg_opclass where opcname = 'gin_trgm_ops' and pg_opclass_is_visible(oid)
      ) as ready,
      not exists (select from pg_extension where extname = 'pg_trgm')
      and has_schema_privilege(current_schema(), 'create')
      and exists (
        select from pg_available_extension_versions v
        where name = 'pg_trgm' and (
          (select usesuper from pg_user where usename = current_user)
          or (v.trusted and has_database_privilege(current_database(), 'create'))
        )
      ) as creatable`.execute(db);
  const [trigrams] = rows;
  if (trigrams?.ready) return 'ready';
  return trigrams?.creatable ? 'creatable' : 'absent';
};
