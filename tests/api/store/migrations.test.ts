import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Store } from '../../../src/server/db';
import { type Migration, migrate, migrations } from '../../../src/server/db/migrations';
import { temporaryFolder, testStore } from './testStore';

let store: Store;
beforeAll(async () => {
  store = await testStore(await temporaryFolder());
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
  it('run once each, in order, also when one is added', async () => {
    expect(await migrate(store.db, migrations)).toEqual([]);
    const [a, b, c] = ['m1', 'm2', 'm3'].map(creating) as [Migration, Migration, Migration];
    expect(await migrate(store.db, [a, b])).toEqual(['m1', 'm2']);
    expect(await migrate(store.db, [a, b, c])).toEqual(['m3']);
    expect(await migrate(store.db, [a, b, c])).toEqual([]);
  });

  it('leave nothing behind when they fail, and stop the ones after', async () => {
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

  it('run once however many servers start', async () => {
    const run = await Promise.all([0, 1, 2, 3].map(() => migrate(store.db, [creating('raced')])));
    expect(run.flat()).toEqual(['raced']);
  });
});

it.each([
  ['button', ['id', 'menu_id', 'btnCode', 'btnName', 'actionUrl']],
  ['role_menu', ['role_id', 'menu_id']],
  ['role_button', ['role_id', 'button_id']],
  ['oper', ['password_hash', 'must_change', 'last_login']],
  ['session', ['token_hash', 'oper_id', 'created', 'expires', 'last_use', 'address']],
  ['login_failure', ['key', 'at']],
  ['seen_sign', ['hash', 'at']],
  ['secret', ['name', 'value']],
  [
    'device',
    [
      'lat',
      'lon',
      'speed',
      'course',
      'position_time',
      'alarms',
      'voltage',
      'temperature',
      'change_xid',
    ],
  ],
  ['device_gone', ['sn', 'org_id', 'change_xid']],
  ['appointmentCommandRecord', ['args', 'oper_id', 'deadline', 'change_xid']],
])('the first one makes %s', async (table, columns) => {
  const { rows } = await sql<{ name: string }>`
    select column_name as name from information_schema.columns
    where table_name = ${table}`.execute(store.db);
  expect(rows.map(({ name }) => name)).toEqual(expect.arrayContaining(columns));
});
