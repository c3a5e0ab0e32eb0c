import { describe, expect, it } from 'vitest';
import config from '../../../resources.config';
import { OWN_TABLES } from '../../../src/server/db';
import { rawStatements, tablesIn } from './rawSql';

const tables = new Set([...OWN_TABLES, ...config.entities.map(({ table }) => String(table))]);

/** Old schemas are read as they were, so the statements of migrations stay raw. */
const isMigration = (file: string) => file.startsWith('src/server/db/migrations/');

/**
 * Statements that name a table in raw SQL. The compiler checks neither their tables nor their columns, so write a new one
 * with kysely's builder or with `query` of db/sql/typedSql.ts. Lower the number when one goes.
 */
const RAW = 72;

it('no more statements than counted are raw SQL', () => {
  const statements = ['src/server', 'src/demo']
    .flatMap((folder) => rawStatements(folder, tables))
    .filter(({ file }) => !isMigration(file));
  expect(statements.length).toBe(RAW);
});

describe('tablesIn', () => {
  it.each([
    ['select sn from device where id = $', ['device']],
    ['update "alertRecord" set state = 1', ['alertRecord']],
    ['delete from job using org', ['job', 'org']],
    ['insert into planted select from $ join "menu" as m', ['planted', 'menu']],
    ['select from_unixtime', []],
  ])('finds the tables of %s', (text, names) => {
    expect(tablesIn(text)).toEqual(names);
  });
});
