import { sql } from 'kysely';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { systemParamRemarks } from '../../../src/domain/system';
import type { Store } from '../../../src/server/db';
import { type Migration, migrate } from '../../../src/server/db/migrate';
import { earlyMigrations, migrations } from '../../../src/server/db/migrations';
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

it('an older database, where operators share a login name or a phone, is made room in', async () => {
  const { db } = store;
  await sql`drop index "oper_loginName_caseless_key", "oper_operPhone_key"`.execute(db);
  await sql`insert into org (id, org_name, org_type) values (70, 'Old', 1)`.execute(db);
  await sql`insert into role (id, "roleName") values (70, 'Old')`.execute(db);
  const long = 'x'.repeat(40);
  await sql`insert into oper (id, "operName", "loginName", "operPhone", role_id, org_id) values
    (71, 'A', 'gate', '13800138000', 70, 70), (72, 'B', 'Gate', '13800138000', 70, 70),
    (73, 'C', ${long}, null, 70, 70), (74, 'D', ${long.toUpperCase()}, null, 70, 70),
    (75, 'E', 'alone', '13900139000', 70, 70)`.execute(db);
  await sql`delete from schema_migration where name = '0009_one_sign_in'`.execute(db);
  expect(await migrate(db, earlyMigrations)).toEqual(['0009_one_sign_in']);
  const { rows } = await sql<{ loginName: string; operPhone: string | null }>`
    select "loginName", "operPhone" from oper where org_id = 70 order by id`.execute(db);
  expect(rows.map(({ loginName, operPhone }) => [loginName, operPhone])).toEqual([
    ['gate', '13800138000'],
    ['Gate-72', null],
    [long, null],
    [`${'X'.repeat(37)}-74`, null],
    ['alone', '13900139000'],
  ]);
  await sql`delete from oper where org_id = 70`.execute(db);
});

it('a saved report is given a zone for its minutes east of UTC, and the words of lists for its time', async () => {
  const { db } = store;
  await sql`create table "savedReport"
    (id bigint, zone integer not null default 480, period text not null)`.execute(db);
  await sql`insert into "savedReport" values
    (1, 480, 'week'), (2, 0, 'month'), (3, -300, 'lastWeek'), (4, 345, 'today')`.execute(db);
  await sql`delete from schema_migration
    where name in ('0057_report_zones', '0060_report_periods')`.execute(db);
  expect(await migrate(db, earlyMigrations)).toEqual(['0057_report_zones']);
  expect(await migrate(db, migrations)).toEqual(['0060_report_periods']);
  const { rows } = await sql<{ zone: string; period: string }>`
    select zone, period from "savedReport" order by id`.execute(db);
  const zones = ['Asia/Shanghai', 'UTC', 'Etc/GMT+5', 'Asia/Kathmandu'];
  expect(rows.map(({ zone }) => zone)).toEqual(zones);
  expect(rows.map(({ period }) => period)).toEqual(['7d', '30d', 'lastWeek', 'today']);
  await sql`drop table "savedReport"`.execute(db);
});

it.each([
  ['button', ['id', 'menu_id', 'btnCode', 'btnName', 'actionUrl']],
  ['role_menu', ['role_id', 'menu_id']],
  ['role_button', ['role_id', 'button_id']],
  ['oper', ['password_hash', 'must_change', 'last_login']],
  ['session', ['token_hash', 'oper_id', 'created', 'expires', 'last_use', 'address']],
  ['login_failure', ['key', 'at']],
  ['known_address', ['oper_id', 'address', 'at']],
  ['upload', ['name', 'purpose', 'own_name', 'size', 'oper_id', 'org_id', 'at']],
  ['seen_sign', ['hash', 'at']],
  ['secret', ['name', 'value']],
  ['device_state', ['device_id', 'lat', 'lon', 'alarms', 'raised', 'report_time']],
  ['device_change', ['xid', 'at', 'org_ids', 'device_ids']],
  ['device_gone', ['sn', 'org_id', 'change_xid']],
  ['appointmentCommandRecord', ['args', 'oper_id', 'deadline', 'change_xid']],
])('they make %s', async (table, columns) => {
  const { rows } = await sql<{ name: string }>`
    select column_name as name from information_schema.columns
    where table_name = ${table}`.execute(store.db);
  expect(rows.map(({ name }) => name)).toEqual(expect.arrayContaining(columns));
});

it('menus and buttons of before are called as they are now, unless an administrator named them', async () => {
  const { db } = store;
  await sql`alter table planted drop column name`.execute(db);
  await sql`insert into menu ("menuCode", "menuName", "menuUrl") values
    ('alarmReceiver', 'Who is told', 'r'), ('batchSetDevice', 'To many', 'b')`.execute(db);
  await sql`insert into button (menu_id, "btnCode", "btnName", "actionUrl")
    select id, 'device:upgrade', 'Online upgrade', '/command/upgrade' from menu limit 1`.execute(
    db,
  );
  await sql`delete from schema_migration where name = '0061_planted_names'`.execute(db);
  expect(await migrate(db, migrations)).toEqual(['0061_planted_names']);
  const { rows } = await sql<{ name: string }>`
    select "menuName" as name from menu union all select "btnName" from button order by 1`.execute(
    db,
  );
  expect(rows.map(({ name }) => name)).toEqual(['Alarm recipients', 'To many', 'Upgrade firmware']);
  await sql`delete from button`.execute(db);
  await sql`delete from menu`.execute(db);
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

it('names that the specification spells otherwise keep their rows', async () => {
  const run = (text: string) => sql.raw(text).execute(store.db);
  await run('alter table device add column position_type integer');
  await run('create table "exportJob" (title text, oper text, operate_name text)');
  const { rows } = await sql<{
    id: number;
  }>`insert into org (org_name, org_type) values ('Early', 1)
    returning id`.execute(store.db);
  const org = rows[0]?.id;
  await run('create view earlier as select id, position_type from device');
  await run(
    `insert into device (sn, org_id, position_type) values ('EARLY', ${org}, 3), ('NEVER', ${org}, null)`,
  );
  await run(`insert into "exportJob" (title, operate_name) values ('Devices', 'Hanna')`);
  await run(
    `insert into menu ("menuCode", "menuName", "menuUrl") values ('deviceBase', 'Basics', '0')`,
  );
  onTestFinished(async () => void (await run('delete from menu')));
  await run(`insert into planted values ('menu', 'deviceBase')`);
  await run(`delete from schema_migration where name = '0007_specified_names'`);

  expect(await migrate(store.db, migrations)).toEqual(['0007_specified_names']);

  const rowsOf = async (query: string) => (await sql.raw(query).execute(store.db)).rows;
  expect(await rowsOf(`select sn, "positionType" from device order by sn`)).toEqual([
    { sn: 'EARLY', positionType: 3 },
    { sn: 'NEVER', positionType: null },
  ]);
  await run('alter table device drop column "positionType" cascade');
  expect(await rowsOf('select oper from "exportJob"')).toEqual([{ oper: 'Hanna' }]);
  expect(await rowsOf(`select "menuCode" from menu where "menuName" = 'Basics'`)).toEqual([
    { menuCode: 'device' },
  ]);
  expect(await rowsOf(`select code from planted where code = 'device'`)).toHaveLength(1);
  expect(
    await rowsOf(`select 1 from information_schema.columns
      where column_name = 'position_type' or (table_name = 'exportJob' and column_name = 'operate_name')`),
  ).toEqual([]);
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
