import { sql } from 'kysely';
import type { Database } from '../database';

export interface ActualTable {
  readonly partitioned: boolean;
  /** Canonical type by column. */
  readonly columns: ReadonlyMap<string, string>;
}

/** What the database has. */
export interface Actual {
  readonly tables: ReadonlyMap<string, ActualTable>;
  /** Names of indexes and of foreign keys. */
  readonly indexes: ReadonlySet<string>;
  readonly foreignKeys: ReadonlySet<string>;
  /** Whether parts of texts can be indexed (pg_trgm): now, after creating the extension, or not at all. */
  readonly trigrams: 'ready' | 'creatable' | 'absent';
}

const readTables = async (db: Database): Promise<Map<string, ActualTable>> => {
  const { rows } = await sql<{ table: string; partitioned: boolean; columns: [string, string][] }>`
    select c.relname as "table", c.relkind = 'p' as partitioned,
      json_agg(json_build_array(a.attname, format_type(a.atttypid, a.atttypmod))) as columns
    from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relnamespace = current_schema()::regnamespace and c.relkind in ('r', 'p')
    group by c.relname, c.relkind`.execute(db);
  return new Map(
    rows.map(({ table, partitioned, columns }) => [
      table,
      { partitioned, columns: new Map(columns) },
    ]),
  );
};

const readNames = async (db: Database) => {
  const { rows } = await sql<{ name: string; kind: 'index' | 'key' }>`
    select relname as name, 'index' as kind from pg_class
    where relnamespace = current_schema()::regnamespace and relkind in ('i', 'I')
    union all
    select conname, 'key' from pg_constraint
    where connamespace = current_schema()::regnamespace and contype = 'f'`.execute(db);
  return (kind: string) => new Set(rows.filter((row) => row.kind === kind).map(({ name }) => name));
};

const readTrigrams = async (db: Database): Promise<Actual['trigrams']> => {
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
  const [found] = rows;
  if (found?.ready) return 'ready';
  return found?.creatable ? 'creatable' : 'absent';
};

/** Reads the current schema: one after the other, because a transaction has one connection. */
export const introspect = async (db: Database): Promise<Actual> => {
  const tables = await readTables(db);
  const names = await readNames(db);
  const trigrams = await readTrigrams(db);
  return { tables, indexes: names('index'), foreignKeys: names('key'), trigrams };
};
