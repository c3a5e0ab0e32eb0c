import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { hashPassword, syncMenus } from '../../../src/server/auth';
import { openStore, type Store } from '../../../src/server/db';
import { openFleet } from '../../../src/server/fleet';
import { createHttp, type HttpOptions } from '../../../src/server/http';
import { createClient } from './client';
import { declared } from './declared';

export const SECRET = 'test-secret';
export const PASSWORD = 'Demo2026';

/** No lock ever answers. */
const silentLink = {
  url: 'mqtt://nowhere',
  embedded: true,
  send: async () => {},
  onReport: () => {},
  onReply: () => {},
  onPresence: () => {},
  close: async () => {},
};

/**
 * Two tenants below the root, Harbour with a yard below it, and Northern; a system administrator, an administrator of
 * each tenant who is granted everything, and a clerk of Harbour who may look at devices.
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
  await sql`insert into device (id, sn, device_name, org_id, status, communicate_status) values
    (1, 'H1', 'Harbour one', 2, 0, 0), (2, 'H2', 'Harbour two', 2, 2, 0),
    (3, 'Y1', 'Yard one', 4, 0, 0), (4, 'N1', 'Northern one', 3, 0, 0)`.execute(db);
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

/** A server with a database of its own; whoever starts it closes it. */
export const testServer = async (options: Partial<HttpOptions> = {}) => {
  const dataDir = await mkdtemp(join(tmpdir(), 'sealdesk-http-'));
  const store = await openStore({ dataDir, config: declared, log: () => {} });
  await seed(store);
  const errors: string[] = [];
  const log = { info: () => {}, warn: () => {}, error: (text: string) => errors.push(text) };
  const fleet = await openFleet({ store, config: declared, link: silentLink, log });
  /** ms by which the server's clock differs from ours. */
  const clock = { ahead: 0 };
  const app = await createHttp({
    store,
    config: declared,
    fleet,
    log,
    options: {
      dataDir,
      signSecret: SECRET,
      title: 'Test',
      now: () => Date.now() + clock.ahead,
      ...options,
    },
  });
  const url = await app.listen({ port: 0, host: '127.0.0.1' });
  const client = createClient(url, SECRET, clock);
  const close = async () => {
    await app.close();
    await fleet.close();
    await store.close();
    await rm(dataDir, { recursive: true, force: true });
  };
  return { app, url, store, dataDir, errors, clock, ...client, close };
};
