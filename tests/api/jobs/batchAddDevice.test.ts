import { sql } from 'kysely';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { JOB } from '../../../src/domain/job';
import { serialNumber } from '../../../src/domain/lock';
import { type Cell, type JobsServer, jobsServer, type Operator, rowsOf } from './jobsServer';

let server: JobsServer;
let harbour: Operator;
let northern: Operator;
beforeAll(async () => {
  server = await jobsServer();
  harbour = await server.as('harbour');
  northern = await server.as('northern');
});
afterEach(() => {
  expect(server.errors).toEqual([]);
});

const DEVICES = { importType: 1, org_id: 2 };
const range = (sn_from: string, amount: number, rest: object = {}) => ({
  ...DEVICES,
  source: 2,
  sn_from,
  amount,
  ...rest,
});
const sheet = async (rows: Cell[][], rest: object = {}) => ({
  ...DEVICES,
  source: 1,
  path: await harbour.sheet(rows),
  ...rest,
});
const errorsOf = async (id: number, locale: 'en' | 'zh' = 'en') =>
  rowsOf(await harbour.file('/batchAddDevice/errors', { ids: [id] }, locale));
const sns = async (sn: string): Promise<string[]> => {
  const { list } = await harbour.ask('/device/list', { sn, sortField: 'sn', sortOrder: 'asc' });
  return list.map((row: { sn: string }) => row.sn);
};

describe('a pasted list of SNs', () => {
  const list = (sns: string, rest: object = {}) => ({ ...DEVICES, source: 3, sns, ...rest });

  it('adds each number once, whatever separates them, with the values of the form', async () => {
    const pasted = 'PL-1\r\nPL-2, PL-3；PL-1\n\n PL/4 ';
    const preview = await harbour.ask('/batchAddDevice/preview', list(pasted));
    expect(preview).toMatchObject({ total: 4, problems: [expect.stringMatching(/^PL\/4: SN: /)] });
    const row = await harbour.batch('batchAddDevice', list(pasted, { org_id: 4, protocol: 1 }));
    expect(row).toMatchObject({ state: JOB.doneWithErrors, total: 4, done: 3, failed: 1 });
    expect(await sns('PL')).toEqual(['PL-1', 'PL-2', 'PL-3']);
    const { list: added } = await harbour.ask('/device/list', { sn: 'PL-2' });
    expect(added).toMatchObject([{ org_id: 4, protocol: 1, status: 255 }]);
    expect(await errorsOf(row.id)).toMatchObject([{}, {}]);
  });

  it('has neither invisible nor full-width characters, in the record too', async () => {
    const row = await harbour.batch(
      'batchAddDevice',
      list('FW\u200b-1\n\u202eFW-2\u202c；ＦＷ-３'),
    );
    expect(row).toMatchObject({ state: JOB.done, sns: 'FW-1\nFW-2\nFW-3' });
    expect(await sns('FW')).toEqual(['FW-1', 'FW-2', 'FW-3']);
    expect(await harbour.answer('/device/add', { sn: 'FW-４', org_id: 4 })).toEqual([
      'invalid',
      { sn: serialNumber.message[0] },
    ]);
  });

  it.each([
    ['', 'Required'],
    [' \n ', 'Required'],
    [Array.from({ length: 10_001 }, (_, i) => `PL${i}`).join('\n'), /10,?000/],
  ])('without a number or with more than 10,000 is refused', async (given, why) => {
    const [sign, data] = await harbour.answer('/batchAddDevice/add', list(given));
    expect(sign).toBe('invalid');
    expect(JSON.stringify(data)).toMatch(why);
  });
});

describe('a range of SNs', () => {
  it('adds every number with its leading zeros and the values of the form', async () => {
    const added = await harbour.ask('/batchAddDevice/add', range('RG0098', 3, { org_id: 4 }));
    expect(added).toMatchObject({ state: JOB.waiting, total: 3, done: 0, oper: 'Hanna' });
    const row = await harbour.ended('batchAddDevice', added.id);
    expect(row).toMatchObject({ state: JOB.done, total: 3, done: 3, failed: 0, message: null });
    expect(row.end_time).toBeGreaterThanOrEqual(row.start_time);
    const { list } = await harbour.ask('/device/list', { sn: 'RG0' });
    expect(list.map(({ sn }: { sn: string }) => sn).sort()).toEqual(['RG0098', 'RG0099', 'RG0100']);
    expect(list[0]).toMatchObject({ org_id: 4, status: 255, stock_status: 1 });
  });

  it('adds more rows than one step takes', async () => {
    const row = await harbour.batch('batchAddDevice', range('MANY0001', 450));
    expect(row).toMatchObject({ state: JOB.done, total: 450, done: 450 });
    expect((await harbour.ask('/device/list', { sn: 'MANY' })).total).toBe(450);
  });

  it.each([
    [range('AB', 3), { sn_from: `${serialNumber.message[0]}. Must end with a digit` }],
    [range('$AB1', 3), { sn_from: `${serialNumber.message[0]}. Must end with a digit` }],
    [range('AB98', 3), { amount: 'Only 2 numbers are left from this one' }],
    [range('AB1', 10_001), { amount: 'Must be 10000 or less' }],
    [range('AB1', 3, { org_id: 3 }), { org_id: 'This record does not exist' }],
    [range('AB1', 3, { importType: 2 }), { device_id: 'Required' }],
    [range('AB1', 3, { importType: 2, device_id: 4 }), { device_id: 'This record does not exist' }],
    [
      { ...DEVICES, source: 2 },
      { sn_from: 'Required', amount: 'Required' },
    ],
    [{ ...DEVICES, source: 1 }, { path: 'Required' }],
    [
      { ...DEVICES, source: 1, path: `import/${'x'.repeat(32)}.xlsx` },
      { path: 'The file no longer exists. Upload it again' },
    ],
  ])('of %j is refused: %j, and creates no job', async (body, fields) => {
    expect(await harbour.answer('/batchAddDevice/add', body)).toEqual(['invalid', fields]);
    const { rows: orphans } = await sql`select 1 from job where entity = 'batchAddDevice'
      and not exists (select 1 from "batchAddDevice" t where t.id = record_id)`.execute(
      server.store.db,
    );
    expect(orphans).toEqual([]);
  });
});

describe('a spreadsheet', () => {
  const faulty: Cell[][] = [
    ['设备号', 'Name', 'SIM card (ICCID)'],
    ['SH1', 'First', '89860012345678901234'],
    ['H1', 'Known', null],
    ['SH 2', 'Second', null],
    [null, null, null],
    ['SH1', 'Again', null],
    ['SH3', 'Third', '12'],
    ['SH4', null, null],
  ];

  it('adds the valid rows, and returns the others in a file', async () => {
    const row = await harbour.batch('batchAddDevice', await sheet(faulty));
    expect(row).toMatchObject({ state: JOB.doneWithErrors, total: 6, done: 2, failed: 4 });
    expect(await sns('SH')).toEqual(['SH1', 'SH4']);
    expect(await errorsOf(row.id)).toEqual([
      ['Row', 'SN', 'Name', 'SIM card (ICCID)', 'Problem'],
      [3, 'H1', 'Known', null, 'SN: Already in use'],
      [4, 'SH 2', 'Second', null, `SN: ${serialNumber.message[0]}`],
      [6, 'SH1', 'Again', null, 'SN: Also in row 2'],
      [7, 'SH3', 'Third', '12', 'SIM card (ICCID): 19 or 20 digits'],
    ]);
    expect((await errorsOf(row.id, 'zh')).slice(0, 2)).toEqual([
      ['行号', '设备号', '设备名称', 'SIM卡号（ICCID）', '错误原因'],
      [3, 'H1', 'Known', null, '设备号: 已被使用'],
    ]);
  });

  it.each([
    [[['SN', 'Wheels']], 'No column is called Wheels'],
    [[['Name']], 'These columns are missing: SN'],
    [[['SN']], 'The file has nothing to add'],
  ] as [Cell[][], string][])('with the rows %j is refused: %s', async (rows, path) => {
    expect(await harbour.answer('/batchAddDevice/add', await sheet(rows))).toEqual([
      'invalid',
      { path },
    ]);
  });
});

describe('a batch that ends', () => {
  it('adds only its failed rows when it is run again', async () => {
    await harbour.ask('/device/add', { sn: 'RT2', org_id: 2 });
    const first = await harbour.batch('batchAddDevice', range('RT1', 3));
    expect(first).toMatchObject({ state: JOB.doneWithErrors, done: 2, failed: 1 });
    const { list } = await harbour.ask('/device/list', { sn: 'RT2' });
    await harbour.ask('/device/delete', { ids: [list[0].id] });
    expect(await harbour.ask('/batchAddDevice/retry', { ids: [first.id] })).toMatchObject({
      done: 1,
    });
    const again = await harbour.ended('batchAddDevice', first.id);
    expect(again).toMatchObject({ state: JOB.done, total: 3, done: 3, failed: 0 });
    expect(await sns('RT')).toEqual(['RT1', 'RT2', 'RT3']);
    const [code] = await harbour.answer('/batchAddDevice/retry', { ids: [first.id] });
    expect(code).toBe('conflict');
  });

  it('has failed if it has added nothing', async () => {
    const row = await harbour.batch('batchAddDevice', range('H1', 2));
    expect(row).toMatchObject({ state: JOB.failed, done: 0, failed: 2 });
  });
});

describe('a cancelled batch', () => {
  it('stops, and continues when it is run again', async () => {
    const { id } = await harbour.ask('/batchAddDevice/add', range('CN00001', 2_000));
    await expect
      .poll(async () => (await harbour.ask('/batchAddDevice/get', { id })).done)
      .toBeGreaterThan(0);
    expect(await harbour.ask('/batchAddDevice/cancel', { ids: [id] })).toMatchObject({ done: 1 });
    const stopped = await harbour.ask('/batchAddDevice/get', { id });
    expect(stopped.state).toBe(JOB.cancelled);
    expect(stopped.done).toBeLessThan(2_000);
    expect((await harbour.ask('/device/list', { sn: 'CN0' })).total).toBe(stopped.done);
    await harbour.ask('/batchAddDevice/retry', { ids: [id] });
    expect(await harbour.ended('batchAddDevice', id)).toMatchObject({
      state: JOB.done,
      done: 2_000,
      failed: 0,
    });
    expect((await harbour.ask('/device/list', { sn: 'CN0' })).total).toBe(2_000);
  });

  it('stops when its row is deleted', async () => {
    const { id } = await harbour.ask('/batchAddDevice/add', range('DL00001', 2_000));
    await expect
      .poll(async () => (await harbour.ask('/batchAddDevice/get', { id })).done)
      .toBeGreaterThan(0);
    await harbour.ask('/batchAddDevice/delete', { ids: [id] });
    const { total } = await harbour.ask('/device/list', { sn: 'DL0' });
    expect(total).toBeLessThan(2_000);
    // If it still ran, it would have ended before this batch.
    await harbour.batch('batchAddDevice', range('DM00001', 100));
    expect((await harbour.ask('/device/list', { sn: 'DL0' })).total).toBe(total);
  });
});

describe('a preview', () => {
  it('shows the locks to be added, and the problems', async () => {
    await harbour.ask('/device/add', { sn: 'PV011', org_id: 2 });
    expect(await harbour.ask('/batchAddDevice/preview', range('PV009', 10))).toEqual({
      total: 10,
      samples: ['PV009', 'PV010', 'PV011', 'PV012', 'PV013', '…', 'PV018'],
      problems: ['PV011: SN: Already in use'],
    });
    expect(await sns('PV')).toEqual(['PV011']);
  });

  it('names a few problems and counts the others, in the reader’s language', async () => {
    await harbour.batch('batchAddDevice', range('PQ01', 25));
    const { problems } = await harbour.ask('/batchAddDevice/preview', range('PQ01', 30), 'zh');
    expect(problems).toHaveLength(21);
    expect([problems[0], problems[20]]).toEqual(['PQ01: 设备号: 已被使用', '另有 5 项']);
  });

  it('names rows without a number by their position', async () => {
    const body = await sheet([
      ['SN', 'Name'],
      [null, 'Nobody'],
    ]);
    const { problems } = await harbour.ask('/batchAddDevice/preview', body);
    expect(problems).toEqual(['Row 2: SN: Required']);
  });
});

describe('child locks', () => {
  const children = (sn_from: string, amount: number) =>
    range(sn_from, amount, { importType: 2, device_id: 1 });

  it('are limited to twenty for a lock, in the preview and in the batch', async () => {
    expect(await harbour.batch('batchAddDevice', children('CH01', 15))).toMatchObject({ done: 15 });
    const { problems } = await harbour.ask('/batchAddDevice/preview', children('CI01', 7));
    expect(problems).toEqual([
      'A main lock has up to 20 child locks',
      'The lock already has 15 child locks. You can add 5 more',
    ]);
    const row = await harbour.batch('batchAddDevice', children('CI01', 7));
    expect(row).toMatchObject({ state: JOB.doneWithErrors, done: 5, failed: 2 });
    expect(await errorsOf(row.id)).toEqual([
      ['Row', 'SN', 'Name', 'Problem'],
      [6, 'CI06', null, 'Main lock: A main lock has up to 20 child locks'],
      [7, 'CI07', null, 'Main lock: A main lock has up to 20 child locks'],
    ]);
  });
});

describe('a batch of one tenant', () => {
  it('is invisible to another', async () => {
    const { id } = await harbour.batch('batchAddDevice', range('TN1', 1));
    expect(await northern.answer('/batchAddDevice/get', { id })).toEqual([
      'notFound',
      'This record does not exist.',
    ]);
    for (const action of ['cancel', 'retry', 'errors']) {
      expect((await northern.answer(`/batchAddDevice/${action}`, { ids: [id] }))[0]).toBe(
        'notFound',
      );
    }
  });

  it.each([
    ['is disabled', 900, { role_id: 2, status: 0 }],
    ['has lost the right to add one', 901, { role_id: 3, status: 1 }],
  ])('ends if its operator %s', async (_, id, { role_id, status }) => {
    const admin = await server.as('admin');
    const { rows } = await sql<{ id: number }>`
      insert into oper ("operName", "loginName", role_id, org_id, status)
      values ('Lena', ${`leaver${id}`}, ${role_id}, 3, ${status}) returning id`.execute(
      server.store.db,
    );
    const [leaver] = rows;
    await sql`insert into "batchAddDevice" (id, "importType", source, org_id, state, total, done, failed)
      values (${id}, 1, 2, 3, 0, 1, 0, 0)`.execute(server.store.db);
    await sql`insert into job (entity, record_id, oper_id, org_id, locale, args, todo)
      values ('batchAddDevice', ${id}, ${leaver?.id}, 3, 'zh', ${JSON.stringify({
        target: 'device',
        fields: ['sn'],
        rows: [{ row: 1, values: { sn: `DIS${id}`, org_id: 3 }, wrong: {} }],
      })}::jsonb, '[[0,1]]'::jsonb)`.execute(server.store.db);
    expect(await admin.ended('batchAddDevice', id)).toMatchObject({
      state: JOB.failed,
      message: '发起人账号已不可用或已无此权限，任务已终止。',
      done: 0,
    });
  });
});
