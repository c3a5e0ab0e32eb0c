import { sql } from 'kysely';
import { expect, it } from 'vitest';
import config from '../../../resources.config';
import { canonicalType, OWN_TABLES, viewNames } from '../../../src/server/db';
import { desiredTables } from '../../../src/server/db/schema/desiredTables';
import { distinctValueColumns } from '../../../src/server/db/schema/distinctValues';
import type { OwnColumn } from '../../../src/server/db/tables/ownColumn';
import { addedColumns, ownTables } from '../../../src/server/db/tables/ownTables';
import { testStore } from './testStore';

it('the names of the server’s own tables and views are reserved', async () => {
  const { db } = await testStore({ config });
  const { rows } = await sql<{ name: string; isView: boolean }>`
    select relname as name, relkind = 'v' as "isView" from pg_class
    where relnamespace = current_schema()::regnamespace and relkind in ('r', 'p', 'v')
      and not relispartition order by 1`.execute(db);
  const declared = new Set(
    config.entities
      .filter(({ derived }) => !derived)
      .flatMap((entity) => [
        String(entity.table),
        ...distinctValueColumns(entity).map(({ name }) => name),
      ]),
  );
  const namesOf = (views: boolean) =>
    rows
      .filter(({ name, isView }) => isView === views && !declared.has(name))
      .map((row) => row.name);
  expect(namesOf(false)).toEqual([...OWN_TABLES].sort());
  expect(viewNames).toEqual(expect.arrayContaining(namesOf(true)));
});

/** Columns as PostgreSQL has them, by table: type, NULL or NOT NULL, and DEFAULT if an insert may omit them. */
const storedColumns = async () => {
  const { db } = await testStore({ config });
  const { rows } = await sql<{ table: string; column: string; shape: string }>`
    select c.table_name as table, c.column_name as column, concat_ws(' ',
      format_type(a.atttypid, a.atttypmod),
      case c.is_nullable when 'YES' then 'NULL' else 'NOT NULL' end,
      case when c.is_nullable = 'YES' or c.is_identity = 'YES' or c.column_default is not null
        then 'DEFAULT' end) as shape
    from information_schema.columns as c
    join pg_attribute as a on a.attrelid = to_regclass(quote_ident(c.table_name)) and a.attname = c.column_name
    where c.table_schema = current_schema()`.execute(db);
  const tables: Record<string, Record<string, string>> = {};
  for (const { table, column, shape } of rows)
    tables[table] = { ...tables[table], [column]: shape };
  return tables;
};

const shapesOf = (columns: Readonly<Record<string, OwnColumn>>) =>
  Object.fromEntries(
    Object.entries(columns).map(([name, { type, nullable, optional }]) => [
      name,
      `${canonicalType(type)} ${nullable ? 'NULL' : 'NOT NULL'}${optional ? ' DEFAULT' : ''}`,
    ]),
  );

it('the types of the server’s own columns match the database', async () => {
  const stored = await storedColumns();
  for (const [name, columns] of Object.entries(ownTables))
    expect({ [name]: stored[name] }).toEqual({ [name]: shapesOf(columns) });
  const declared = desiredTables(config.entities).filter(({ name }) => !OWN_TABLES.includes(name));
  const added = declared.flatMap(({ name, columns }) => {
    const declaredNames = new Set(['id', ...columns.map((column) => column.name)]);
    const entries = Object.entries(stored[name] ?? {}).filter(
      ([column]) => !declaredNames.has(column),
    );
    return entries.length > 0 ? [[name, Object.fromEntries(entries)] as const] : [];
  });
  expect(Object.fromEntries(added)).toEqual(
    Object.fromEntries(Object.entries(addedColumns).map(([name, some]) => [name, shapesOf(some)])),
  );
});
