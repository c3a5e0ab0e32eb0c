import { setTimeout } from 'node:timers/promises';
import { sql } from 'kysely';
import { readSheet } from 'read-excel-file/node';
import writeExcelFile from 'write-excel-file/node';
import config from '../../../resources.config';
import { JOB } from '../../../src/domain/job';
import type { Locale } from '../../../src/domain/label';
import { hashPassword, syncMenus } from '../../../src/server/auth';
import type { Store } from '../../../src/server/db';
import type { Answer } from '../http/client';
import { addLocks } from '../locks';
import { openServer } from '../openServer';
import type { Place } from '../place';

export type Cell = string | number | boolean | Date | null;

/**
 * Seeds two tenants below the root, Harbour with a yard below it, and Northern. Each has an administrator with all
 * permissions; a clerk of Harbour may view and export devices.
 */
export const seed = async ({ db }: Store): Promise<void> => {
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
  await syncMenus({ db } as Store, config);
  await sql`insert into role_menu select 2, id from menu`.execute(db);
  await sql`insert into role_button select 2, id from button`.execute(db);
  await sql`insert into role_menu select 3, id from menu where "menuCode" = 'deviceList'`.execute(
    db,
  );
  await sql`insert into role_button select 3, id from button where "btnCode" = 'device:export'
    `.execute(db);
};

type Ask = (path: string, body: object) => Promise<Answer['data']>;

/** Waits for the end of a job. @returns its row */
export const endedJob = async (ask: Ask, entity: string, id: number): Promise<Answer['data']> => {
  const over = ({ state }: { state: number }) => state !== JOB.waiting && state !== JOB.running;
  let row = await ask(`/${entity}/get`, { id });
  while (!over(row)) {
    await setTimeout(20);
    row = await ask(`/${entity}/get`, { id });
  }
  return row;
};

export interface JobsServer extends Awaited<ReturnType<typeof jobsServer>> {}

/** Reads the rows of a downloaded spreadsheet. */
export const rowsOf = async (response: Response): Promise<Cell[][]> =>
  (await readSheet(Buffer.from(await response.arrayBuffer()))) as unknown as Cell[][];

/** Starts a server of every shipped entity with two tenants. Its operators can upload sheets and wait for jobs. */
export const jobsServer = async (place?: Place) => {
  const server = await openServer({ config, seed, place });

  const as = async (name: string) => {
    const oper = await server.as(name);
    /** Uploads a spreadsheet. @returns its path */
    const sheet = async (rows: Cell[][]): Promise<string> => {
      const sent = await oper.upload(await writeExcelFile(rows).toBuffer(), 'rows.xlsx', 'import');
      return sent.data.path;
    };
    const jobEnd = (entity: string, id: number) => endedJob(oper.ask, entity, id);
    /** Adds a batch and waits for its end. */
    const batch = async (entity: string, body: object, locale: Locale = 'en') =>
      jobEnd(entity, (await oper.ask(`/${entity}/add`, body, locale)).id);
    return { ...oper, sheet, ended: jobEnd, batch };
  };
  return { ...server, as };
};

export type Operator = Awaited<ReturnType<JobsServer['as']>>;
