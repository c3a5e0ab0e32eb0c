import { sql } from 'kysely';
import { beforeAll, expect, it } from 'vitest';
import config from '../../../resources.config';
import { appearsIn } from '../../../src/config';
import { demoLocks } from '../../../src/demo/locks/locks';
import { seedDemo } from '../../../src/demo/seed/seedDemo';
import { LOCK } from '../../../src/domain/lock';
import { schemaOf } from '../../../src/fields';
import { syncMenus } from '../../../src/server/auth';
import type { Store } from '../../../src/server/db';
import { storedFields } from '../../../src/server/db/tables/columns';
import { openFiles } from '../../../src/server/files/files';
import { testStore } from '../db/testStore';
import { ownPlace } from '../place';

/** Tables that the demo fills beyond those of every server. */
const SEEDED = [
  'org',
  'oper',
  'role',
  'factory',
  'deviceType',
  'device',
  'dictItem',
  'icCard',
  'regionalRule',
  'childLock',
  'firmware',
  'alarmConfig',
];

let store: Store;
beforeAll(async () => {
  const place = await ownPlace(config);
  store = await testStore({ place, config });
  await syncMenus(store, config);
  await sql`insert into org (id, org_name, org_type) values (1, 'Root', 1)`.execute(store.db);
  await sql`insert into role (id, "roleName") values (1, 'System')`.execute(store.db);
  await sql`
    insert into oper (id, "operName", "loginName", role_id, org_id)
    values (1, 'Administrator', 'admin', 1, 1)`.execute(store.db);
  for (const table of ['org', 'role', 'oper']) {
    await sql`select setval(pg_get_serial_sequence(${table}, 'id'), 1)`.execute(store.db);
  }
  const root = { orgId: 1, roleId: 1 };
  expect(
    await seedDemo(store, {
      root,
      locks: demoLocks(120, 1),
      files: openFiles(store.db, place.dataDir),
      pastDays: 0,
      locale: 'en',
    }),
  ).toBe(true);
});

it('every optional field is empty in some row', async () => {
  const filled: string[] = [];
  for (const entity of config.entities.filter(({ name }) => SEEDED.includes(name))) {
    const { rows } = await sql<Record<string, unknown>>`
      select * from ${sql.table(entity.table)}`.execute(store.db);
    const optional = storedFields(entity).filter(
      ([, field]) =>
        !field.required &&
        appearsIn(field, 'create') &&
        field.initial === undefined &&
        schemaOf(field).empty === undefined,
    );
    expect(rows.length, entity.name).toBeGreaterThan(0);
    for (const [name] of optional) {
      if (rows.every((row) => row[name] !== null)) filled.push(`${entity.name}.${name}`);
    }
  }
  expect(filled).toEqual([]);
});

it('lists show live locks first', async () => {
  const { rows } = await sql<{ status: number }>`
    select status from device join device_state using (sn)
    order by create_time desc limit 20`.execute(store.db);
  expect(rows.map(({ status }) => status)).not.toContain(LOCK.initial);
});
