import { sql } from 'kysely';
import { expect, it } from 'vitest';
import config from '../../../resources.config';
import { OWN_TABLES, viewNames } from '../../../src/server/db';
import { distinctValueColumns } from '../../../src/server/db/schema';
import { testStore } from './testStore';

it('the names of the server’s own tables and views are all reserved', async () => {
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
