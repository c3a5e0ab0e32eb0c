import { sql } from 'kysely';
import { beforeAll, expect, it } from 'vitest';
import type { Store } from '../../../src/server/db';
import { arrayText } from '../../../src/server/db/sql/arrayText';
import { testStore } from './testStore';

let store: Store;
beforeAll(async () => {
  store = await testStore();
});

it.each<[string, readonly unknown[]]>([
  ['bigint', [1, -2, null, 9_007_199_254_740_991]],
  ['double precision', [1.5, -0.000001, 1e21, null]],
  ['boolean', [true, false, null]],
  ['varchar', ['plain', '', 'NULL', null, 'a,b', '{x}', 'say "yes"', 'back\\slash', ' 车\n']],
  ['varchar', []],
])('values are stored as an array of %s and read back: %j', async (type, values) => {
  const { rows } = await sql<{ values: unknown[] }>`
    select cast(${arrayText(values)} as ${sql.raw(`${type}[]`)}) as values`.execute(store.db);
  expect(rows[0]?.values).toEqual(values);
});

it('a missing value becomes null', () => {
  expect(arrayText([undefined, 'x'])).toBe('{NULL,"x"}');
});
