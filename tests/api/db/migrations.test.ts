import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Store } from '../../../src/server/db';
import { migrations } from '../../../src/server/db/migrations';
import { type Migration, migrate } from '../../../src/server/db/migrations/migrate';
import { testStore } from './testStore';

let store: Store;
beforeAll(async () => {
  store = await testStore();
});

const creating = (name: string): Migration => ({
  name,
  up: async (transaction) => {
    await sql`create table ${sql.table(name)} (n integer)`.execute(transaction);
  },
});

const exists = async (table: string) => {
  const { rows } = await sql<{ found: boolean }>`
    select to_regclass(${table}) is not null as found`.execute(store.db);
  return rows[0]?.found;
};

describe('migrations', () => {
  it('run once each, in order, even if one is added', async () => {
    expect(await migrate(store.db, migrations)).toEqual([]);
    const [a, b, c] = ['m1', 'm2', 'm3'].map(creating) as [Migration, Migration, Migration];
    expect(await migrate(store.db, [a, b])).toEqual(['m1', 'm2']);
    expect(await migrate(store.db, [a, b, c])).toEqual(['m3']);
    expect(await migrate(store.db, [a, b, c])).toEqual([]);
  });

  it('leave nothing behind when they fail, and stop the following ones', async () => {
    const failing: Migration = {
      name: 'failing',
      up: async (transaction) => {
        await creating('half').up(transaction);
        await sql`select 1 / 0`.execute(transaction);
      },
    };
    await expect(migrate(store.db, [failing, creating('later')])).rejects.toThrow('division');
    expect(await exists('half')).toBe(false);
    expect(await exists('later')).toBe(false);
    expect(await migrate(store.db, [creating('later')])).toEqual(['later']);
  });

  it('run once with several servers', async () => {
    const run = await Promise.all([0, 1, 2, 3].map(() => migrate(store.db, [creating('raced')])));
    expect(run.flat()).toEqual(['raced']);
  });
});
