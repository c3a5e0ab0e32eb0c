import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { systemParamRemarks } from '../../../src/domain/system';
import type { Store } from '../../../src/server/db';
import { type Migration, migrate } from '../../../src/server/db/migrate';
import { migrations } from '../../../src/server/db/migrations';
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

it('remarks of parameters are reworded, unless an administrator wrote them', async () => {
  const { db } = store;
  await sql`update "systemParams" set remark = case param_name
    when 'shift_hours' then 'When shifts begin / 班次开始时间' else 'Ours' end
    where param_name in ('shift_hours', 'record_keep_days')`.execute(db);
  await sql`delete from schema_migration where name = '0063_param_remarks'`.execute(db);
  expect(await migrate(db, migrations)).toEqual(['0063_param_remarks']);
  const { rows } = await sql<{ name: string; remark: string }>`
    select param_name as name, remark from "systemParams" order by 1`.execute(db);
  const remarks = new Map(rows.map(({ name, remark }) => [name, remark]));
  expect(remarks.get('record_keep_days')).toBe('Ours');
  remarks.delete('record_keep_days');
  expect(remarks.size).toBeGreaterThan(5);
  for (const [name, remark] of remarks) {
    expect(remark).toBe(systemParamRemarks[name as keyof typeof systemParamRemarks].join(' / '));
  }
});

describe('the migration of menus into groups', () => {
  const menuSql = (code: string, parent: string | null, more: object = {}) => {
    const { hidden = false, sort = 10 } = more as { hidden?: boolean; sort?: number };
    return sql`
      insert into menu ("menuCode", "menuName", "menuUrl", "menuIcon", hidden, sort, status, parent_id)
      values (${code}, ${code}, ${parent === null ? '0' : code}, 'lock', ${hidden}, ${sort}, 1,
        (select id from menu where "menuCode" = ${parent}))`.execute(store.db);
  };
  const run = async () => {
    await sql`delete from schema_migration where name = '0065_menu_groups'`.execute(store.db);
    expect(await migrate(store.db, migrations)).toEqual(['0065_menu_groups']);
  };
  const placeOf = async (code: string) => {
    const { rows } = await sql<{ parent: string | null; hidden: boolean }>`
      select above."menuCode" as parent, menu.hidden from menu
      left join menu as above on above.id = menu.parent_id
      where menu."menuCode" = ${code}`.execute(store.db);
    return rows[0] && [rows[0].parent, rows[0].hidden];
  };

  it('adds nothing to a new database', async () => {
    await run();
    expect((await sql`select 1 from menu`.execute(store.db)).rows).toEqual([]);
  });

  it('moves and hides what stands as it was seeded, and grants the groups to its roles', async () => {
    const { db } = store;
    for (const group of ['operation', 'batch', 'system', 'ours']) await menuSql(group, null);
    await menuSql('icCardIssue', 'operation');
    await menuSql('sealIssue', 'operation');
    await menuSql('deviceList', 'operation');
    await menuSql('batchSetDevice', 'batch');
    await menuSql('own', 'ours', { sort: 5 });
    // An administrator moved the first, and hid the second.
    await menuSql('alarmConfig', 'ours');
    await menuSql('role', 'system', { hidden: true });
    await sql`insert into role (id, "roleName") values (80, 'Clerk'), (81, 'Reader')`.execute(db);
    await sql`insert into role_menu (role_id, menu_id) select 80, id from menu
      where "menuCode" in ('operation', 'icCardIssue')`.execute(db);
    await sql`insert into role_menu (role_id, menu_id) select 81, id from menu
      where "menuCode" in ('operation', 'deviceList')`.execute(db);
    await run();
    expect(await placeOf('icCardIssue')).toEqual(['command', true]);
    expect(await placeOf('sealIssue')).toEqual(['command', false]);
    expect(await placeOf('deviceList')).toEqual(['operation', false]);
    expect(await placeOf('batchSetDevice')).toEqual(['batch', true]);
    expect(await placeOf('alarmConfig')).toEqual(['ours', false]);
    expect(await placeOf('role')).toEqual(['system', true]);
    const { rows: granted } = await sql<{ role: number; code: string }>`
      select role_id as role, "menuCode" as code from role_menu join menu on menu.id = menu_id
      where role_id in (80, 81) order by 1, 2`.execute(db);
    expect(granted.map(({ role, code }) => `${role} ${code}`)).toEqual([
      '80 command',
      '80 icCardIssue',
      '80 operation',
      '81 deviceList',
      '81 operation',
    ]);
    const { rows: sorted } = await sql<{ code: string }>`
      select "menuCode" as code from menu where parent_id is null order by sort`.execute(db);
    expect(sorted.map(({ code }) => code)).toEqual([
      'operation',
      'command',
      'alarm',
      'card',
      'organisation',
      'batch',
      'system',
      'ours',
    ]);
    await sql`delete from role_menu where role_id in (80, 81)`.execute(db);
    await sql`delete from role where id in (80, 81)`.execute(db);
    await sql`delete from menu where parent_id is not null`.execute(db);
    await sql`delete from menu`.execute(db);
    await sql`delete from planted`.execute(db);
  });
});

it('triggers of distinct values of an older database find values by the key of their table', async () => {
  const { db } = store;
  const own = async () =>
    (
      await sql<{ body: string }>`
        select prosrc as body from pg_proc where proname = 'deviceLocationRecord_sn_note'`.execute(
        db,
      )
    ).rows[0]?.body;
  const before = await own();
  await sql`create or replace function "deviceLocationRecord_sn_note"() returns trigger language plpgsql as $$
    begin
      insert into "deviceLocationRecord_sn_known" (org, value)
      select distinct "org_id"::bigint, "sn" from added
      where "org_id" is not null and "sn" is not null and not exists (
        select from "deviceLocationRecord_sn_known" as known where known.org = "org_id" and known.value = "sn"
      )
      order by 1, 2 on conflict do nothing;
      return null;
    end
  $$`.execute(db);
  await migrations.find(({ name }) => name === '0070_distinct_values')?.up(db);
  const words = (text = '') => text.replace(/\s+/g, ' ');
  expect(words(await own())).toBe(words(before));
});
