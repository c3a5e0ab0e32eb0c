import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { readSheet } from 'read-excel-file/node';
import writeExcelFile from 'write-excel-file/node';
import config from '../../../resources.config';
import { JOB } from '../../../src/domain/job';
import type { Locale } from '../../../src/domain/label';
import { hashPassword, syncMenus } from '../../../src/server/auth';
import { openStore, type Store } from '../../../src/server/db';
import type { Fleet } from '../../../src/server/fleet';
import { createHttp } from '../../../src/server/http';
import { createClient } from '../http/client';

export type Cell = string | number | boolean | Date | null;

/** No call of these tests reaches a lock. */
const noFleet = { close: async () => {} } as Fleet;

/**
 * Two tenants below the root, Harbour with a yard below it, and Northern; an administrator of each, who may do
 * everything, and a clerk of Harbour who may look at devices and export them.
 */
const seed = async ({ db }: Store): Promise<void> => {
  const hash = await hashPassword('Demo2026');
  await sql`insert into org (id, org_name, org_type, parent_id, status) values
    (1, 'Root', 1, null, 1), (2, 'Harbour', 2, 1, 1), (3, 'Northern', 2, 1, 1),
    (4, 'Yard', 2, 2, 1)`.execute(db);
  await sql`insert into role (id, "roleName", parent_id) values
    (1, 'System', null), (2, 'Administrator', 1), (3, 'Clerk', 2)`.execute(db);
  await sql`insert into oper
      (id, "operName", "loginName", role_id, org_id, status, password_hash) values
    (1, 'Admin', 'admin', 1, 1, 1, ${hash}),
    (2, 'Hanna', 'harbour', 2, 2, 1, ${hash}),
    (3, 'Nora', 'northern', 2, 3, 1, ${hash}),
    (4, 'Carl', 'clerk', 3, 2, 1, ${hash})`.execute(db);
  await sql`insert into device (id, sn, device_name, org_id, status, communicate_status) values
    (1, 'H1', 'Harbour one', 2, 0, 0), (2, 'H2', 'Harbour two', 2, 2, 0),
    (3, 'Y1', 'Yard one', 4, 0, 0), (4, 'N1', 'Northern one', 3, 0, 0)`.execute(db);
  for (const table of ['org', 'role', 'oper', 'device']) {
    await sql`select setval(pg_get_serial_sequence(${table}, 'id'), 100)`.execute(db);
  }
  await syncMenus({ db } as Store, config);
  await sql`insert into role_menu select 2, id from menu`.execute(db);
  await sql`insert into role_button select 2, id from button`.execute(db);
  await sql`insert into role_menu select 3, id from menu where "menuCode" = 'deviceList'`.execute(
    db,
  );
  await sql`insert into role_button select 3, id from button where "btnCode" = 'device:export'
    `.execute(db);
};

export interface JobsServer extends Awaited<ReturnType<typeof jobsServer>> {}

/** The rows of a spreadsheet that was answered. */
export const rowsOf = async (response: Response): Promise<Cell[][]> =>
  (await readSheet(Buffer.from(await response.arrayBuffer()))) as unknown as Cell[][];

/** A server with every shipped entity and a database of its own; whoever starts it closes it. */
export const jobsServer = async (engine?: 'pglite') => {
  const dataDir = await mkdtemp(join(tmpdir(), 'sealdesk-jobs-'));
  if (engine) await writeFile(join(dataDir, 'ENGINE'), `${engine}\n`);
  const store = await openStore({ dataDir, config, log: () => {} });
  await seed(store);
  const errors: string[] = [];
  /** ms by which the server's clock differs from ours. */
  const clock = { ahead: 0 };
  const start = () =>
    createHttp({
      store,
      config,
      fleet: noFleet,
      log: { error: (text) => errors.push(text) },
      options: {
        dataDir,
        signSecret: 'test-secret',
        title: 'Test',
        now: () => Date.now() + clock.ahead,
      },
    });
  const app = await start();
  const url = await app.listen({ port: 0, host: '127.0.0.1' });
  const client = createClient(url, 'test-secret', clock);

  /** Calls as one operator. */
  const as = async (name: string) => {
    const token = await client.signIn(name);
    const call = (path: string, body: object = {}, locale: Locale = 'en') =>
      client.call(path, body, { token, locale });
    /** What a call answers that must succeed. */
    const ask = async (path: string, body: object = {}, locale: Locale = 'en') => {
      const { verify, data } = await call(path, body, locale);
      if (verify.sign === 'success') return data;
      throw new Error(`${path}: ${verify.desc} ${JSON.stringify(data)}`);
    };
    /** What a call answers in short: its code and, where it was refused, why. */
    const answer = async (path: string, body: object = {}, locale: Locale = 'en') => {
      const { verify, data } = await call(path, body, locale);
      return verify.sign === 'success'
        ? [verify.sign]
        : [verify.sign, data?.fields ?? data?.failed ?? verify.desc];
    };
    const file = (path: string, body: object, locale: Locale = 'en') =>
      client.file(path, body, { token, locale });
    /** The path of a spreadsheet that was sent. */
    const sheet = async (rows: Cell[][]): Promise<string> => {
      const content = await writeExcelFile(rows).toBuffer();
      const sent = await client.upload(content, 'rows.xlsx', { purpose: 'import' }, { token });
      return sent.data.path;
    };
    /** The row of a job when it has ended. */
    const ended = async (entity: string, id: number) => {
      for (;;) {
        const row = await ask(`/${entity}/get`, { id });
        if (row.state !== JOB.waiting && row.state !== JOB.running) return row;
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    };
    /** Adds a batch and waits for its end. */
    const batch = async (entity: string, body: object, locale: Locale = 'en') =>
      ended(entity, (await ask(`/${entity}/add`, body, locale)).id);
    return { token, call, ask, answer, file, sheet, ended, batch };
  };

  const close = async () => {
    await app.close();
    await store.close();
    await rm(dataDir, { recursive: true, force: true });
  };
  return { url, store, dataDir, errors, clock, start, as, close };
};

export type Operator = Awaited<ReturnType<JobsServer['as']>>;
