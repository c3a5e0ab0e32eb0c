import { createHash, randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { describe, expect, inject, it, onTestFinished } from 'vitest';
import writeExcelFile from 'write-excel-file/node';
import shipped from '../../resources.config';
import { JOB } from '../../src/domain/job';
import { openStore } from '../../src/server/db';
import { createClient, FIRST_PASSWORD } from '../api/http/client';
import { endedJob, rowsOf } from '../api/jobs/jobsServer';
import { closeAfterwards, ownPlace } from '../api/place';
import { runConsole } from '../e2e/startConsole';

const SECRET = 'two-servers';
const RECORDS = 2_000;

const sumOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

/** Starts two servers on one database. They share nothing else. */
const startTwo = async () => {
  const places = [await ownPlace(shipped), await ownPlace(shipped)] as const;
  const { databaseUrl = '' } = places[0];
  const env = {
    DATABASE_URL: databaseUrl,
    DEMO: '0',
    ADMIN_PASSWORD: FIRST_PASSWORD,
    SIGN_SECRET: SECRET,
  };
  const start = async ({ dataDir }: { readonly dataDir: string }) => {
    const server = await runConsole({ env, dataDir });
    onTestFinished(server.kill);
    const client = createClient(server.url, SECRET, { ahead: 0 });
    return { ...server, ...client, admin: await client.as('admin') };
  };
  const first = await start(places[0]);
  const second = await start(places[1]);
  const { db, close } = await openStore({
    dataDir: '',
    databaseUrl,
    config: shipped,
    log: () => {},
  });
  closeAfterwards(close);
  return { first, second, db, restartFirst: () => start(places[0]) };
};

describe.runIf(inject('postgres'))('two servers on one database', () => {
  it('share their files, and keep them when one is killed', async () => {
    const { first, second, db, restartFirst } = await startTwo();
    const program = randomBytes(900_000);
    const { data: upload } = await first.admin.upload(program, 'lock.bin', 'firmware');
    const { id } = await second.admin.ask('/firmware/add', {
      firmware_version: 'V9.0.0',
      firmware_path: upload.path,
    });
    const at = ({ url }: { readonly url: string }) => `${url}/files/${upload.path}`;
    const response = await fetch(at(first), { headers: { range: 'bytes=0-399999' } });
    const beginning = Buffer.from(await response.arrayBuffer());

    const { rows: orgs } = await sql<{ name: string }>`
      select org_name as name from org where id = 1`.execute(db);
    const org = orgs[0]?.name ?? '';
    const cards = [
      ['Card number', 'Type', 'Group number', 'Organisation'],
      ['7654321000', 'Group', '77', org],
      ['7654321001', 'Group', '77', org],
    ];
    const sheet = await writeExcelFile(cards).toBuffer();
    const { data: sent } = await first.admin.upload(sheet, 'cards.xlsx', 'import');
    const { path } = sent;
    expect(await first.admin.ask('/icCard/import', { path, dryRun: true })).toMatchObject({
      total: 2,
      errors: [],
    });

    await sql`insert into "deviceLocationRecord" (sn, org_id, create_time, lat, lon)
      select 'H1', 1, ${Date.now()}::bigint - i * 1000, 30, 120
      from generate_series(1, ${RECORDS}::int) i`.execute(db);
    // Jobs wait for the records, so that both servers are at work when one is killed.
    const recordLock = await db.startTransaction().execute();
    onTestFinished(async () => {
      if (!recordLock.isRolledBack) await recordLock.rollback().execute();
    });
    await sql`lock table "deviceLocationRecord"`.execute(recordLock);
    const jobs: number[] = [];
    for (let i = 0; i < 4; i++) {
      const columns = ['create_time', 'sn'];
      const query = { job: true, columns };
      jobs.push((await first.admin.ask('/deviceLocationRecord/export', query)).job);
    }
    const working = async () => {
      const { rows } = await sql<{ n: number }>`
        select count(distinct server)::int as n from job where state = ${JOB.running}`.execute(db);
      return rows[0]?.n;
    };
    await expect.poll(working).toBe(2);
    const acknowledged: string[] = [];
    const uploading = (async () => {
      for (;;) {
        const { data } = await first.admin.upload(randomBytes(50_000), 'a.bin', 'firmware');
        acknowledged.push(data.path);
      }
    })().catch(() => undefined);
    await expect.poll(() => acknowledged.length).toBeGreaterThan(3);
    await first.kill();
    await uploading;
    await recordLock.rollback().execute();

    const rest = await fetch(at(second), {
      headers: { range: 'bytes=400000-', 'if-range': response.headers.get('etag') ?? '' },
    });
    expect(rest.status).toBe(206);
    const whole = Buffer.concat([beginning, Buffer.from(await rest.arrayBuffer())]);
    expect(sumOf(whole)).toBe(sumOf(program));
    for (const name of acknowledged) {
      expect((await fetch(`${second.url}/files/${name}`)).status).toBe(200);
    }
    expect(await second.admin.ask('/icCard/import', { path })).toMatchObject({ added: 2 });
    for (const job of jobs) {
      const row = await endedJob(second.admin.ask, 'exportJob', job);
      expect(row).toMatchObject({ state: JOB.done, total: RECORDS });
      const response = await second.admin.file('/exportJob/download', { ids: [job] });
      expect(await rowsOf(response)).toHaveLength(RECORDS + 1);
    }

    await second.admin.ask('/exportJob/delete', { ids: jobs });
    await second.admin.ask('/firmware/delete', { ids: [id] });
    expect((await fetch(at(second))).status).toBe(404);
    // It was killed with a copy on its disk.
    expect((await fetch(at(await restartFirst()))).status).toBe(404);
    const stored = async () =>
      (await sql`select from stored_file where area = 'export'`.execute(db)).rows.length;
    await expect.poll(stored).toBe(0);
  });
});
