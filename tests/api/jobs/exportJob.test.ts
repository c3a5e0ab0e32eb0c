import { sql } from 'kysely';
import { afterEach, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { JOB } from '../../../src/domain/job';
import { round } from '../../rounds';
import { type JobsServer, jobsServer, type Operator, rowsOf } from './jobsServer';

const DAY = 86_400_000;
/** Rows of a long export. */
const RECORDS = round(5_000, 50_000);

let server: JobsServer;
let harbour: Operator;
let clerk: Operator;
let northern: Operator;
beforeAll(async () => {
  server = await jobsServer();
  harbour = await server.as('harbour');
  clerk = await server.as('clerk');
  northern = await server.as('northern');
});
afterEach(() => {
  expect(server.errors).toEqual([]);
});

const files = async () => {
  const { rows } = await sql<{ name: string }>`
    select name from stored_file where area = 'export' order by name`.execute(server.store.db);
  return rows.map(({ name }) => name);
};
const exported = async (who: Operator, entity: string, body: object = {}) => {
  const { job } = await who.ask(`/${entity}/export`, { ...body, job: true });
  return who.ended('exportJob', job);
};
const download = (who: Operator, id: number) => who.file('/exportJob/download', { ids: [id] });

describe('an export as a job', () => {
  it('writes the same file as the direct export', async () => {
    const body = { status: 0, columns: ['sn', 'org_id', 'status'], sortField: 'sn' };
    const row = await exported(harbour, 'device', body);
    expect(row).toMatchObject({
      title: 'Devices (Lock status: Unsealed (lock closed))',
      state: JOB.done,
      total: 2,
      done: 2,
      oper: 'Hanna',
    });
    const response = await download(harbour, row.id);
    expect(decodeURIComponent(response.headers.get('content-disposition') ?? '')).toMatch(
      /filename\*=UTF-8''Devices \(Lock status Unsealed \(lock closed\)\)-\d{8}\.xlsx$/,
    );
    const direct = await harbour.file('/device/export', body);
    expect(await rowsOf(response)).toEqual(await rowsOf(direct));
    // It can be downloaded again.
    expect((await download(harbour, row.id)).headers.get('content-length')).toBeTruthy();
  });

  it('has references and ranges in its title, in the reader’s language', async () => {
    const body = { org_id: 4, electric_from: 20, job: true };
    const { job } = await harbour.ask('/device/export', body, 'zh');
    const row = await harbour.ended('exportJob', job);
    expect(row.title).toBe('设备列表（机构：Yard，电量 ≥ 20%）');
  });

  it('counts the values of a filter in its title, and closes its bracket', async () => {
    const values = { status: [0, 1, 2], communicate_status: [0, 1], device_name: 'x'.repeat(60) };
    const { title } = await exported(harbour, 'device', { ...values, sim_card: '1'.repeat(20) });
    expect(title).toMatch(/^Devices \(.*Lock status: Unsealed \(lock closed\) \+2\b.*…\)$/);
    expect(title.length).toBeLessThanOrEqual(120);
  });

  it('is refused at once like the direct export', async () => {
    expect(await harbour.answer('/device/export', { wheels: 4, job: true })).toEqual([
      'invalid',
      { wheels: 'The list cannot be filtered by this' },
    ]);
  });

  it(`writes ${RECORDS} records, and shows its progress`, async () => {
    await sql`insert into "deviceLocationRecord" (sn, org_id, create_time, lat, lon)
      select 'H1', 2, ${Date.now()}::bigint - i * 1000, 30, 120 from generate_series(1, ${RECORDS}::int) i
    `.execute(server.store.db);
    const { job } = await harbour.ask('/deviceLocationRecord/export', {
      job: true,
      columns: ['create_time', 'sn'],
    });
    const seen = new Set<number>();
    let row = await harbour.ask('/exportJob/get', { id: job });
    while (row.state === JOB.waiting || row.state === JOB.running) {
      if (row.state === JOB.running && row.total !== null) seen.add(row.total);
      row = await harbour.ask('/exportJob/get', { id: job });
    }
    expect(row).toMatchObject({ state: JOB.done, total: RECORDS, done: RECORDS });
    expect([...seen]).toEqual([RECORDS]);
    const rows = await rowsOf(await download(harbour, job));
    expect(rows).toHaveLength(RECORDS + 1);
    expect(new Set(rows.slice(1).map(([time]) => time)).size).toBe(RECORDS);
  });
});

describe('an export', () => {
  it('is invisible to every other operator, the administrator included', async () => {
    const { id } = await exported(harbour, 'device');
    for (const other of [clerk, northern, await server.as('admin')]) {
      expect((await other.ask('/exportJob/list')).list.map((row: { id: number }) => row.id))
        .not //
        .toContain(id);
      expect((await other.answer('/exportJob/get', { id }))[0]).toBe('notFound');
      for (const action of ['download', 'cancel', 'delete']) {
        expect((await other.answer(`/exportJob/${action}`, { ids: [id] }))[0]).toBe('notFound');
      }
    }
    expect((await harbour.ask('/exportJob/get', { id })).state).toBe(JOB.done);
  });

  it('can be downloaded and deleted by its operator', async () => {
    const { id, state } = await exported(clerk, 'device', { columns: ['sn'] });
    expect(state).toBe(JOB.done);
    const rows = await rowsOf(await download(clerk, id));
    expect(rows.slice(1).flat().sort()).toEqual(['H1', 'H2', 'Y1']);
    expect(await clerk.ask('/exportJob/delete', { ids: [id] })).toEqual({ deleted: 1 });
    expect((await clerk.answer('/org/export', { job: true }))[0]).toBe('noPermission');
  });

  it('has a file that is not public', async () => {
    await exported(harbour, 'device');
    const [name] = await files();
    for (const path of [`/files/${name}`, `/files/export/${name}`, `/exports/${name}`]) {
      expect((await fetch(`${server.url}${path}`)).status).toBe(404);
    }
  });

  it('contains the rows that its operator sees when it runs', async () => {
    const { id } = await exported(northern, 'device', { columns: ['sn'] });
    expect(await rowsOf(await download(northern, id))).toEqual([['SN'], ['N1']]);
  });
});

it('an export ends without a file if its operator has lost the right to it', async () => {
  const before = await files();
  await sql`insert into "exportJob" (id, title, org_id, state) values (900, 'Users', 2, 0)`.execute(
    server.store.db,
  );
  await sql`insert into job (entity, record_id, oper_id, org_id, locale, args, todo)
    values ('exportJob', 900, 4, 2, 'en', '{"entity": "oper", "body": {}}', '[]')`.execute(
    server.store.db,
  );
  expect(await clerk.ended('exportJob', 900)).toMatchObject({
    state: JOB.failed,
    message: 'The user who started this may no longer do so.',
  });
  expect(await files()).toEqual(before);
});

it('a finished export cannot be downloaded once its operator has lost the right to it', async () => {
  const { id } = await exported(clerk, 'device', { columns: ['sn'] });
  const exchange = (from: string, to: string) =>
    sql`update role_button set button_id = (select id from button where "btnCode" = ${to})
      where role_id = 3 and button_id = (select id from button where "btnCode" = ${from})`.execute(
      server.store.db,
    );
  await sql`insert into role_menu select 3, menu_id from button
    where "btnCode" = 'alertRecord:export'`.execute(server.store.db);
  await exchange('device:export', 'alertRecord:export');
  onTestFinished(async () => void (await exchange('alertRecord:export', 'device:export')));
  await expect.poll(async () => (await clerk.answer('/device/export'))[0]).toBe('noPermission');
  expect(await clerk.answer('/exportJob/download', { ids: [id] })).toEqual([
    'noPermission',
    'The user who started this may no longer do so.',
  ]);
});

it('an export ends without a file if its operator moved to another organisation', async () => {
  await sql`insert into "exportJob" (id, title, org_id, state) values (901, 'Users', 2, 0)`.execute(
    server.store.db,
  );
  await sql`insert into job (entity, record_id, oper_id, org_id, locale, args, todo)
    values ('exportJob', 901, (select id from oper where "loginName" = 'northern'), 2, 'en',
      '{"entity": "device", "body": {}}', '[]')`.execute(server.store.db);
  const stateOf = async () => {
    const { rows } = await sql<{ state: number }>`
      select state from "exportJob" where id = 901`.execute(server.store.db);
    return rows[0]?.state;
  };
  await expect.poll(stateOf).toBe(JOB.failed);
});

describe('the files', () => {
  it('are deleted with their rows', async () => {
    const before = await files();
    const { id } = await exported(harbour, 'device');
    expect(await files()).toHaveLength(before.length + 1);
    await harbour.ask('/exportJob/delete', { ids: [id] });
    await expect.poll(files).toEqual(before);
  });

  it('without an export are deleted, and others stay', async () => {
    const { id } = await exported(harbour, 'device');
    const remaining = await files();
    await sql`insert into stored_file (area, name, sha256, size, at)
      values ('export', '987654', '', 0, 0)`.execute(server.store.db);
    await harbour.ask('/exportJob/delete', { ids: [(await exported(harbour, 'device')).id] });
    await expect.poll(files).toEqual(remaining);
    expect((await download(harbour, id)).headers.get('content-disposition')).toBeTruthy();
  });

  it('are deleted after a week, with their rows', async () => {
    const old = await exported(harbour, 'device');
    server.clock.ahead = 8 * DAY;
    const later = await server.as('harbour');
    const fresh = await exported(later, 'device');
    // Any change to exports deletes the outdated ones.
    await later.ask('/exportJob/delete', { ids: [(await exported(later, 'device')).id] });
    await expect.poll(files).toHaveLength(1);
    expect((await later.answer('/exportJob/get', { id: old.id }))[0]).toBe('notFound');
    expect((await later.ask('/exportJob/get', { id: fresh.id })).state).toBe(JOB.done);
    server.clock.ahead = 0;
  });
});

describe('a cancelled export', () => {
  it('stops and leaves no file', async () => {
    const before = await files();
    const { job } = await harbour.ask('/deviceLocationRecord/export', { job: true });
    await expect
      .poll(async () => (await harbour.ask('/exportJob/get', { id: job })).state)
      .toBe(JOB.running);
    await harbour.ask('/exportJob/cancel', { ids: [job] });
    const row = await harbour.ask('/exportJob/get', { id: job });
    expect(row.state).toBe(JOB.cancelled);
    expect((await harbour.answer('/exportJob/download', { ids: [job] }))[0]).toBe('conflict');
    await expect.poll(files).toEqual(before);
  });
});
