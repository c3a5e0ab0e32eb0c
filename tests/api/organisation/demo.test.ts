import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { beforeAll, expect, it } from 'vitest';
import config from '../../../resources.config';
import { seedRoles } from '../../../src/demo/seedDemo';
import { actionsOf, syncMenus } from '../../../src/server/auth';
import { openStore, type Store } from '../../../src/server/db';

let store: Store;
let roles: { readonly administrator: number; readonly shift: number };
beforeAll(async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'sealdesk-demo-'));
  store = await openStore({ dataDir, config, log: () => {} });
  await syncMenus(store, config);
  await sql`insert into role (id, "roleName") values (1, 'System')`.execute(store.db);
  await sql`select setval(pg_get_serial_sequence('role', 'id'), 1)`.execute(store.db);
  roles = await store.db.transaction().execute((trx) => seedRoles(trx, 1));
  return async () => {
    await store.close();
    await rm(dataDir, { recursive: true, force: true });
  };
});

const buttonsOf = async (role: number): Promise<string[]> => {
  const { rows } = await sql<{ code: string }>`
    select "btnCode" as code from button join role_button on button_id = id
    where role_id = ${role}`.execute(store.db);
  return rows.map(({ code }) => code);
};

it('an organisation’s administrator changes everything but what all tenants share', async () => {
  const granted = await buttonsOf(roles.administrator);
  const withButtons = config.entities.flatMap((entity) =>
    actionsOf(entity).map(({ code }) => ({ code, shared: entity.scope === 'shared' })),
  );
  const { rows } = await sql<{ code: string }>`select "btnCode" as code from button`.execute(
    store.db,
  );
  const planted = new Set(rows.map(({ code }) => code));
  const wanted = withButtons
    .filter(({ code }) => planted.has(code))
    .filter(({ code, shared }) => !shared || code.startsWith('role:') || code.endsWith(':export'))
    .map(({ code }) => code);
  expect(granted.sort()).toEqual(wanted.sort());
  expect(granted).toEqual(expect.arrayContaining(['oper:add', 'org:add', 'icCard:add']));
});

it('an operator on shift sees what they need, each of it in the administrator’s role', async () => {
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
