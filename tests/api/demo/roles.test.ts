import { sql } from 'kysely';
import { beforeAll, expect, it } from 'vitest';
import config from '../../../resources.config';
import { seedRoles } from '../../../src/demo/seed/seedRoles';
import { actionsOf, syncMenus } from '../../../src/server/auth';
import type { Store } from '../../../src/server/db';
import { testStore } from '../db/testStore';

let store: Store;
let roles: { readonly administrator: number; readonly shift: number };
beforeAll(async () => {
  store = await testStore({ config });
  await syncMenus(store, config);
  await sql`insert into role (id, "roleName") values (1, 'System')`.execute(store.db);
  await sql`select setval(pg_get_serial_sequence('role', 'id'), 1)`.execute(store.db);
  roles = await store.db.transaction().execute((trx) => seedRoles(trx, 1));
});

const buttonsOf = async (role: number): Promise<string[]> => {
  const { rows } = await sql<{ code: string }>`
    select "btnCode" as code from button join role_button on button_id = id
    where role_id = ${role}`.execute(store.db);
  return rows.map(({ code }) => code);
};

it('an organisation’s administrator may change everything but shared data', async () => {
  const granted = await buttonsOf(roles.administrator);
  const withButtons = config.entities.flatMap((entity) =>
    actionsOf(entity).map(({ code }) => ({ code, shared: entity.scope === 'shared' })),
  );
  const { rows } = await sql<{ code: string }>`select "btnCode" as code from button`.execute(
    store.db,
  );
  const planted = new Set(rows.map(({ code }) => code));
  // Rules of the server limit these two to the organisation of the operator and those below it.
  const isLimited = (code: string) => /^(role|alarmMute):/.test(code);
  const expected = withButtons
    .filter(({ code }) => planted.has(code))
    .filter(({ code, shared }) => !shared || isLimited(code) || code.endsWith(':export'))
    .map(({ code }) => code);
  expect(granted.sort()).toEqual(expected.sort());
  expect(granted).toEqual(expect.arrayContaining(['oper:add', 'org:add', 'icCard:add']));
});

it('a shift operator may see what they need, within the administrator’s role', async () => {
  const { rows } = await sql<{ code: string; above: boolean }>`
    select "menuCode" as code, id in (
      select menu_id from role_menu where role_id = ${roles.administrator}
    ) as above
    from menu join role_menu on menu_id = id where role_id = ${roles.shift}`.execute(store.db);
  expect(rows.map(({ code }) => code)).toEqual(
    expect.arrayContaining(['deviceList', 'latestData', 'cardRenewal', 'alertRecord']),
  );
  expect(rows.filter(({ above }) => !above)).toEqual([]);
  const above = await buttonsOf(roles.administrator);
  expect((await buttonsOf(roles.shift)).filter((code) => !above.includes(code))).toEqual([]);
});
