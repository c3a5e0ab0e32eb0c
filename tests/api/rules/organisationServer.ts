import { sql } from 'kysely';
import config from '../../../resources.config';
import type { Console } from '../../../src/config';
import { hashPassword, syncMenus } from '../../../src/server/auth';
import type { Custom } from '../../../src/server/customCode';
import type { Store } from '../../../src/server/db';
import { openServer } from '../openServer';

export const PASSWORD = 'Demo2026';

/**
 * Seeds two tenants below the root, Harbour with a yard below it, and Northern. Below the system administrator's role
 * is the administrators', and below that the clerks', who view devices.
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

/** Starts a server of every shipped entity with two tenants. */
export const organisationServer = async (custom?: Custom, declared: Console = config) => {
  const server = await openServer({ config: declared, seed, custom });
  const { db } = server.store;

  /** Returns the ids of menus and buttons by their codes. */
  const grants = async (menuCodes: readonly string[], btnCodes: readonly string[] = []) => {
    const { rows: menus } = await sql<{ id: number }>`
      select id from menu where "menuCode" = any(${menuCodes})`.execute(db);
    const { rows: buttons } = await sql<{ id: number }>`
      select id from button where "btnCode" = any(${btnCodes})`.execute(db);
    const idsOf = (rows: { id: number }[]) => rows.map(({ id }) => id).sort((a, b) => a - b);
    return { menus: idsOf(menus), buttons: idsOf(buttons) };
  };

  /** Returns the code of a call and, if it was refused, the reason. */
  const answer = async (
    path: string,
    body: object,
    token: string,
    locale: 'en' | 'zh' = 'en',
  ): Promise<[code: string, why?: unknown]> => {
    const { verify, data } = await server.call(path, body, { token, locale });
    if (verify.sign === 'success') return [verify.sign];
    return [verify.sign, data?.fields ?? verify.desc];
  };

  return { ...server, grants, answer };
};
