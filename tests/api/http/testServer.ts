import { sql } from 'kysely';
import { hashPassword, syncMenus } from '../../../src/server/auth';
import type { Store } from '../../../src/server/db';
import { addLocks } from '../locks';
import { openServer } from '../openServer';
import { type HttpOptions, openFleet } from '../parts';
import type { Place } from '../place';
import { declared } from './declared';

export { SECRET } from '../openServer';

export const PASSWORD = 'Demo2026';

/** Link to locks that never answer. */
export const silentLink = {
  url: 'mqtt://nowhere',
  embedded: true,
  send: async () => {},
  explain: () => {},
  disconnect: () => {},
  on: () => {},
  sendChunk: () => {},
  close: async () => {},
};

/**
 * Seeds two tenants below the root, Harbour with a yard below it, and Northern. There are a system administrator, an
 * administrator of each tenant with all permissions, and a clerk of Harbour who may view devices.
 */
const seed = async ({ db }: Store): Promise<void> => {
  const hash = await hashPassword(PASSWORD);
  await sql`insert into org (id, org_name, org_type, parent_id) values
    (1, 'Root', 1, null), (2, 'Harbour', 2, 1), (3, 'Northern', 2, 1), (4, 'Yard', 2, 2)`.execute(
    db,
  );
  await sql`insert into role (id, "roleName") values
    (1, 'System'), (2, 'Administrator'), (3, 'Clerk')`.execute(db);
  await sql`insert into oper
      (id, "operName", "loginName", "operPhone", role_id, org_id, status, password_hash) values
    (1, 'Admin', 'admin', null, 1, 1, 1, ${hash}),
    (2, 'Hanna', 'harbour', '13800138001', 2, 2, 1, ${hash}),
    (3, 'Nora', 'northern', '13900139001', 2, 3, 1, ${hash}),
    (4, 'Carl', 'clerk', null, 3, 2, 1, ${hash})`.execute(db);
  await addLocks(
    db,
    { id: 1, sn: 'H1', device_name: 'Harbour one', org_id: 2, status: 0 },
    { id: 2, sn: 'H2', device_name: 'Harbour two', org_id: 2, status: 2 },
    { id: 3, sn: 'Y1', device_name: 'Yard one', org_id: 4, status: 0 },
    { id: 4, sn: 'N1', device_name: 'Northern one', org_id: 3, status: 0 },
  );
  for (const table of ['org', 'role', 'oper', 'device']) {
    await sql`select setval(pg_get_serial_sequence(${table}, 'id'), 100)`.execute(db);
  }
  await syncMenus({ db } as Store, declared);
  await sql`insert into role_menu select 2, id from menu`.execute(db);
  await sql`insert into role_button select 2, id from button`.execute(db);
  await sql`insert into role_menu select 3, id from menu where "menuCode" = 'deviceList'`.execute(
    db,
  );
};

export interface TestServer extends Awaited<ReturnType<typeof testServer>> {}

/** Starts a server of `declared` with two tenants. */
export const testServer = (http: Partial<HttpOptions> = {}, place?: Place) =>
  openServer({
    config: declared,
    seed,
    fleet: (store, log) =>
      openFleet({ store, config: declared, server: 'test', link: silentLink, log }),
    http,
    place,
  });
