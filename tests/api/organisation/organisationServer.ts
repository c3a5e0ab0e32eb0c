import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import config from '../../../resources.config';
import { hashPassword, syncMenus } from '../../../src/server/auth';
import { openStore, type Store } from '../../../src/server/db';
import type { Fleet } from '../../../src/server/fleet';
import { createHttp } from '../../../src/server/http';
import { createClient } from '../http/client';

export const PASSWORD = 'Demo2026';

/** No call of these tests reaches a lock. */
const noFleet = { close: async () => {} } as Fleet;

/**
 * Two tenants below the root, Harbour with a yard below it, and Northern. The system administrator's role, below it
 * the administrators', below that the clerks', who look at devices.
 */
const seed = async ({ db }: Store): Promise<void> => {
  const hash = await hashPassword(PASSWORD);
  await sql`insert into org (id, org_name, org_type, parent_id, status) values
    (1, 'Root', 1, null, 1), (2, 'Harbour', 2, 1, 1), (3, 'Northern', 2, 1, 1),
    (4, 'Yard', 2, 2, 1)`.execute(db);
  await sql`insert into role (id, "roleName", parent_id) values
    (1, 'System', null), (2, 'Administrator', 1), (3, 'Clerk', 2)`.execute(db);
  await sql`insert into oper
      (id, "operName", "loginName", "operPhone", role_id, org_id, status, password_hash) values
    (1, 'Admin', 'admin', '13600136000', 1, 1, 1, ${hash}),
    (2, 'Hanna', 'harbour', '13800138001', 2, 2, 1, ${hash}),
    (3, 'Nora', 'northern', '13900139001', 2, 3, 1, ${hash}),
    (4, 'Carl', 'clerk', '13800138004', 3, 2, 1, ${hash}),
    (5, 'Yuri', 'yard', null, 3, 4, 1, ${hash}),
    (6, 'Ada', 'second', null, 1, 1, 1, ${hash}),
    (7, 'Norbert', 'clerkNorth', null, 3, 3, 1, ${hash})`.execute(db);
  for (const table of ['org', 'role', 'oper']) {
    await sql`select setval(pg_get_serial_sequence(${table}, 'id'), 100)`.execute(db);
  }
  await syncMenus({ db } as Store, config);
  await sql`insert into role_menu select 2, id from menu
    where "menuCode" not in ('menu', 'emailKey')`.execute(db);
  await sql`insert into role_button select 2, id from button
    where split_part("btnCode", ':', 1) not in ('menu', 'button', 'emailKey')`.execute(db);
  await sql`insert into role_menu select 3, id from menu where "menuCode" = 'deviceList'`.execute(
    db,
  );
};

export interface OrganisationServer extends Awaited<ReturnType<typeof organisationServer>> {}

/** A server with every shipped entity and a database of its own; whoever starts it closes it. */
export const organisationServer = async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'sealdesk-organisation-'));
  const store = await openStore({ dataDir, config, log: () => {} });
  await seed(store);
  const errors: string[] = [];
  const app = await createHttp({
    store,
    config,
    fleet: noFleet,
    log: { error: (text) => errors.push(text) },
    options: { dataDir, signSecret: 'test-secret', title: 'Test' },
  });
  const url = await app.listen({ port: 0, host: '127.0.0.1' });
  const client = createClient(url, 'test-secret', { ahead: 0 });
  const close = async () => {
    await app.close();
    await store.close();
    await rm(dataDir, { recursive: true, force: true });
  };

  /** The ids of menus and buttons by their codes. */
  const grants = async (menuCodes: readonly string[], btnCodes: readonly string[] = []) => {
    const { rows: menus } = await sql<{ id: number }>`
      select id from menu where "menuCode" = any(${menuCodes})`.execute(store.db);
    const { rows: buttons } = await sql<{ id: number }>`
      select id from button where "btnCode" = any(${btnCodes})`.execute(store.db);
    const idsOf = (rows: { id: number }[]) => rows.map(({ id }) => id).sort((a, b) => a - b);
    return { menus: idsOf(menus), buttons: idsOf(buttons) };
  };

  /** What a call answers in short: its code and, where it was refused, why. */
  const answer = async (
    path: string,
    body: object,
    token: string,
    locale: 'en' | 'zh' = 'en',
  ): Promise<[code: string, why?: unknown]> => {
    const { verify, data } = await client.call(path, body, { token, locale });
    if (verify.sign === 'success') return [verify.sign];
    return [verify.sign, data?.fields ?? verify.desc];
  };

  return { store, errors, ...client, grants, answer, close };
};
