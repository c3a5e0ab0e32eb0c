import { sql } from 'kysely';
import { ownZone } from '../../../domain/zone';
import type { Database } from '../sql/database';
import { listAs } from '../sql/manyRows';
import type { ColumnConditions, TableShape } from './desiredTables';

export interface ActualTable {
  readonly partitioned: boolean;
  /** Canonical type by column. */
  readonly columns: ReadonlyMap<string, string>;
  /** Columns that are NOT NULL without a default. */
  readonly required: ReadonlySet<string>;
}

/** Declaration of a column at the last start. */
export interface DeclaredColumn {
  /** Undefined if an older server stored it, without the options that follow. */
  readonly kind?: string;
  readonly required?: true;
  readonly requiredWhen?: ColumnConditions;
  /** Options that limit the values, each by its name. */
  readonly limits?: Readonly<Record<string, unknown>>;
  readonly choices?: readonly (string | number)[];
  readonly refers?: string;
  /** Formula of a computed column. */
  readonly computed?: string;
  /** Statement that computes a column that depends on lines. */
  readonly recomputed?: string;
  /** True if no declaration has the column any more. */
  readonly gone?: true;
}

/** Table and columns that an index depends on, those in its expressions too. */
interface IndexSource {
  readonly table: string;
  readonly columns: readonly string[];
}

/** Support by an extension: now, after creating it, or not at all. */
export type ExtensionState = 'ready' | 'creatable' | 'absent';

export interface ActualColumns {
  readonly tables: ReadonlyMap<string, ActualTable>;
  readonly indexes: ReadonlySet<string>;
  readonly indexSources: ReadonlyMap<string, IndexSource>;
  /** Names of indexes whose building was interrupted, or is in progress on another server. */
  readonly invalidIndexes: ReadonlySet<string>;
  /** Names of tables whose indexing takes too long for a start to wait for it. */
  readonly largeTables: ReadonlySet<string>;
  /** Names of indexes that belong to a constraint. */
  readonly constraints: ReadonlySet<string>;
  /** Names of those that belong to an exclusion constraint. */
  readonly exclusions: ReadonlySet<string>;
  /** Target table by name of the foreign key. */
  readonly foreignKeys: ReadonlyMap<string, string>;
  /** By table and column; empty before the first start. */
  readonly declaredColumns: ReadonlyMap<string, ReadonlyMap<string, DeclaredColumn>>;
  /** Support of trigram indexes (pg_trgm). */
  readonly trigrams: ExtensionState;
  /** Support of ranges in exclusion constraints (btree_gist). */
  readonly ranges: ExtensionState;
  /** `table` with rows and `table.column` with values, of those that `was` names beside what they became. */
  readonly filled: ReadonlySet<string>;
  /** Time zone in which a day begins. */
  readonly zone: string;
}

/** Reads the current schema. Queries run one after the other, because a transaction has one connection. */
export const introspect = async (
  db: Database,
  shapes: readonly TableShape[],
): Promise<ActualColumns> => {
  const tables = await readTables(db);
  return {
    tables,
    ...(await readNames(db)),
    indexSources: await readIndexSources(db),
    largeTables: await readLargeTables(db),
    trigrams: await readExtension(db, 'pg_trgm', 'gin_trgm_ops'),
    ranges: await readExtension(db, 'btree_gist', 'gist_int8_ops'),
    declaredColumns: tables.has(DECLARED_COLUMN) ? await readDeclaredColumns(db) : new Map(),
    filled: await readFilled(db, shapes, tables),
    zone: (tables.has('systemParams') && (await readZone(db))) || ownZone(),
  };
};

/** Reads the time zone of the server as serverZone does, which no file of this folder can import. */
const readZone = async (db: Database): Promise<string | null | undefined> => {
  const parameters = db.selectFrom('systemParams').select('param_text');
  return (await parameters.where('param_name', '=', 'time_zone').executeTakeFirst())?.param_text;
};

/** Reads which of the tables and columns have rows or values that exist under a former and the new name. */
const readFilled = async (
  db: Database,
  shapes: readonly TableShape[],
  tables: ActualColumns['tables'],
): Promise<ReadonlySet<string>> => {
  const filled = new Set<string>();
  const look = async (table: string, column?: string) => {
    const where = column === undefined ? sql`true` : sql`${sql.ref(column)} is not null`;
    const { rows } = await sql`select from ${sql.table(table)} where ${where} limit 1`.execute(db);
    if (rows.length > 0) filled.add(column === undefined ? table : `${table}.${column}`);
  };
  for (const { name, was = name, columns } of shapes) {
    if (was !== name && tables.has(was) && tables.has(name))
      for (const table of [was, name]) await look(table);
    for (const table of new Set([was, name])) {
      const there = tables.get(table)?.columns;
      for (const column of columns)
        if (column.was !== undefined && there?.has(column.was) && there.has(column.name))
          for (const each of [column.was, column.name]) await look(table, each);
    }
  }
  return filled;
};

const readIndexSources = async (db: Database): Promise<ActualColumns['indexSources']> => {
  const { rows } = await sql<{ name: string; table: string; columns: string[] }>`
    select i.relname as name, t.relname as "table",
      array_remove(array_agg(distinct a.attname::text), null) as columns
    from pg_index
    join pg_class i on i.oid = indexrelid
    join pg_class t on t.oid = indrelid
    left join pg_depend d on d.classid = 'pg_class'::regclass and d.objid = indexrelid
      and d.refobjid = indrelid and d.refobjsubid > 0
    left join pg_attribute a on a.attrelid = indrelid
      and (a.attnum = d.refobjsubid or a.attnum = any(indkey))
    where i.relnamespace = current_schema()::regnamespace
    group by 1, 2`.execute(db);
  return new Map(rows.map(({ name, ...source }) => [name, source]));
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
): Promise<
  Pick<ActualColumns, 'indexes' | 'invalidIndexes' | 'constraints' | 'exclusions' | 'foreignKeys'>
> => {
  const { rows } = await sql<{ name: string; target: string | null; kind: string }>`
    select relname as name, null as target,
      case when indisvalid then 'index' else 'invalid' end as kind
    from pg_class join pg_index on indexrelid = pg_class.oid
    where relnamespace = current_schema()::regnamespace and relkind in ('i', 'I')
    union all
    select conname, relname, contype::text from pg_constraint
    left join pg_class on pg_class.oid = confrelid
    where connamespace = current_schema()::regnamespace and contype in ('f', 'u', 'p', 'x')`.execute(
    db,
  );
  const ofKind = (...kinds: readonly string[]) => rows.filter(({ kind }) => kinds.includes(kind));
  return {
    indexes: new Set(ofKind('index').map(({ name }) => name)),
    invalidIndexes: new Set(ofKind('invalid').map(({ name }) => name)),
    constraints: new Set(ofKind('u', 'p', 'x').map(({ name }) => name)),
    exclusions: new Set(ofKind('x').map(({ name }) => name)),
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

/** @param operators operator class of the extension */
const readExtension = async (
  db: Database,
  extension: string,
  operators: string,
): Promise<ExtensionState> => {
  const { rows } = await sql<{ ready: boolean; creatable: boolean }>`
    select
      exists (
        select from pg_opclass where opcname = ${operators} and pg_opclass_is_visible(oid)
      ) as ready,
      not exists (select from pg_extension where extname = ${extension})
      and has_schema_privilege(current_schema(), 'create')
      and exists (
        select from pg_available_extension_versions v
        where name = ${extension} and (
          (select usesuper from pg_user where usename = current_user)
          or (v.trusted and has_database_privilege(current_database(), 'create'))
        )
      ) as creatable`.execute(db);
  const [state] = rows;
  if (state?.ready) return 'ready';
  return state?.creatable ? 'creatable' : 'absent';
};
