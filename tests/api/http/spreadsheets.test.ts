import { readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { sql } from 'kysely';
import readSheets from 'read-excel-file/node';
import { beforeAll, describe, expect, it } from 'vitest';
import writeExcelFile from 'write-excel-file/node';
import { ownZone, wallTime } from '../../../src/domain/zone';
import { withErrorCell } from '../../errorCell';
import { type Cell, rowsOf } from '../jobs/jobsServer';
import { type TestServer, testServer } from './testServer';

let server: TestServer;
let token: string;
beforeAll(async () => {
  server = await testServer();
  token = await server.signIn('harbour');
});

const spreadsheet = (rows: Cell[][]): Promise<Buffer> =>
  writeExcelFile(rows, { dateFormat: 'yyyy-mm-dd' }).toBuffer();

const uploaded = async (rows: Cell[][]): Promise<string> => {
  const file = await spreadsheet(rows);
  const { data, verify } = await server.upload(file, 'rows.xlsx', { purpose: 'import' }, { token });
  expect(verify.sign).toBe('success');
  return data.path;
};

const importing = async (rows: Cell[][], dryRun = false, locale: 'en' | 'zh' = 'en') =>
  server.call('/vehicle/import', { path: await uploaded(rows), dryRun }, { token, locale });

const temporarySheets = async () =>
  (await readdir(tmpdir())).filter((name) => /^sealdesk-[\w-]+\.xlsx$/.test(name));

describe('export', () => {
  beforeAll(async () => {
    for (const [i, note] of ['=1+1', '+cmd', '@sum', '-2', '<&>"'].entries()) {
      const body = {
        plate: `EXP${i}`,
        kind: 2,
        device_id: 1,
        axles: 4,
        insured: true,
        checked: '2026-02-03',
        iccid: '89860012345678901234',
      };
      const { data } = await server.call('/vehicle/add', body, { token });
      await server.call('/vehicle/update', { id: data.id, note }, { token });
    }
  });

  const query = { plate: 'EXP', sortField: 'plate', sortOrder: 'asc' };

  it('writes labels, choices and titles in the language of the request, and texts unchanged', async () => {
    const before = await temporarySheets();
    const response = await server.file('/vehicle/export', query, { token, locale: 'zh' });
    const today = new Date();
    const day = `${today.getFullYear()}${String(today.getMonth() + 1).padStart(2, '0')}${String(today.getDate()).padStart(2, '0')}`;
    expect(response.headers.get('content-disposition')).toBe(
      `attachment; filename="__-${day}.xlsx"; filename*=UTF-8''${encodeURIComponent('车辆')}-${day}.xlsx`,
    );
    const size = Number(response.headers.get('content-length'));
    const copy = response.clone();
    expect((await copy.arrayBuffer()).byteLength).toBe(size);
    const [header, ...rows] = await rowsOf(response);
    expect(header).toEqual([
      '车牌',
      '类型',
      '锁',
      '轴数',
      '重量',
      '已投保',
      '检查日期',
      'ICCID',
      '备注',
      `创建时间 (${ownZone()})`,
    ]);
    expect(rows).toHaveLength(5);
    expect(rows.map((row) => row.slice(0, 9))).toEqual(
      ['=1+1', '+cmd', '@sum', '-2', '<&>"'].map((note, i) => [
        `EXP${i}`,
        '厢车',
        'H1',
        4,
        null,
        '是',
        new Date(Date.UTC(2026, 1, 3)),
        '89860012345678901234',
        note,
      ]),
    );
    expect(rows[0]?.[9]).toBeInstanceOf(Date);
    const leftovers = async () =>
      (await temporarySheets()).filter((name) => !before.includes(name));
    await expect.poll(leftovers).toEqual([]);
  });

  it('writes the requested columns in their order', async () => {
    const body = { ...query, columns: ['kind', 'plate'], plate: 'EXP3' };
    const response = await server.file('/vehicle/export', body, { token });
    expect(await rowsOf(response)).toEqual([
      ['Type', 'Plate'],
      ['Van', 'EXP3'],
    ]);
  });

  it.each(['Asia/Kolkata', 'America/St_Johns'])(
    'writes times in the reader’s time zone, %s, and names it',
    async (zone) => {
      await sql`update vehicle set create_time = ${Date.UTC(2025, 10, 28, 1, 39)}
        where plate = 'EXP3'`.execute(server.store.db);
      const body = { ...query, columns: ['create_time'], plate: 'EXP3', zone };
      const [[header], [at]] = (await rowsOf(
        await server.file('/vehicle/export', body, { token }),
      )) as [[string], [Date]];
      expect(header).toBe(`Created (${zone})`);
      expect(at.toISOString()).toBe(
        new Date(wallTime(zone, Date.UTC(2025, 10, 28, 1, 39))).toISOString(),
      );
    },
  );

  it.each([
    ['/vehicle/export', {}],
    ['/vehicle/import', { template: true }],
  ])('refuses an unknown time zone, and names it: %s', async (path, body) => {
    const { data } = await server.call(path, { ...body, zone: 'Mars/Phobos' }, { token });
    expect(data.fields).toEqual({
      zone: 'Unknown time zone: Mars/Phobos. Use a name such as Asia/Shanghai',
    });
  });

  it('returns the file if the console has no export jobs', async () => {
    const body = { ...query, columns: ['plate'], job: true };
    const response = await server.file('/vehicle/export', body, { token });
    expect(await rowsOf(response)).toHaveLength(6);
  });

  it('writes more rows than one query reads', async () => {
    await importing([['Plate'], ...Array.from({ length: 2_500 }, (_, i) => [`MANY${i}`])]);
    const response = await server.file(
      '/vehicle/export',
      { plate: 'MANY', columns: ['plate'] },
      { token },
    );
    expect(await rowsOf(response)).toHaveLength(2_501);
  });

  it.each([
    [{ columns: ['pin'] }, 'columns'],
    [{ columns: [] }, 'columns'],
    [{ columns: 'plate' }, 'columns'],
    [{ wheels: 4 }, 'wheels'],
  ])('of %j is refused with the name of the field', async (body, field) => {
    const { verify, data } = await server.call('/vehicle/export', body, { token });
    expect([verify.sign, Object.keys(data.fields)]).toEqual(['invalid', [field]]);
  });
});

describe('the template', () => {
  it('has a header for every writable field, and explains its values', async () => {
    const response = await server.file(
      '/vehicle/import',
      { template: true },
      { token, locale: 'zh' },
    );
    const sheets = await readSheets(Buffer.from(await response.arrayBuffer()));
    expect(sheets.map(({ sheet }) => sheet)).toEqual(['数据', '列说明']);
    expect(sheets[0]?.data).toEqual([
      ['车牌', '类型', '锁', '轴数', '重量', '已投保', '检查日期', 'ICCID'],
    ]);
    expect(sheets[1]?.data).toEqual(
      expect.arrayContaining([
        ['列', '必填', '可选值'],
        ['车牌', '必填', null],
        ['类型', null, '卡车, 厢车'],
        ['锁', null, expect.stringMatching(/^(H1|H2|Y1)(, (H1|H2|Y1)){2}$/)],
        ['已投保', null, '是、否'],
        ['检查日期', null, 'yyyy-MM-dd'],
      ]),
    );
  });
});

describe('import', () => {
  const header = ['车牌', 'Type', 'Lock', 'axles', 'Insured', '检查日期', 'ICCID'];

  it('accepts headers in any language, labels and titles for values, and empty rows', async () => {
    const { verify, data } = await importing([
      header,
      ['IMP1', '厢车', 'H2', 5, true, new Date(Date.UTC(2026, 2, 4)), '89860012345678901234'],
      [null, null, null, null, null, null, null],
      ['IMP2', 'Truck', null, '6', 'no', '2026-03-05', null],
    ]);
    expect([verify.sign, data]).toEqual(['success', { total: 2, added: 2, errors: [] }]);
    const { data: page } = await server.call(
      '/vehicle/list',
      { plate: 'IMP', sortField: 'plate', sortOrder: 'asc' },
      { token },
    );
    expect(page.list).toMatchObject([
      {
        plate: 'IMP1',
        kind: 2,
        device_sn: 'H2',
        axles: 5,
        insured: true,
        checked: '2026-03-04',
        iccid: '89860012345678901234',
      },
      { plate: 'IMP2', kind: 1, device_id: null, axles: 6, insured: false, checked: '2026-03-05' },
    ]);
  });

  /** Two plates are right. The plate EXISTS must be in use. */
  const faulty = (plate: string): Cell[][] => [
    header,
    [`${plate}1`, 'Truck', 'H1', 3, true, '2026-03-04', null],
    [null, 'Truck', 'H1', 3, true, '2026-03-04', null],
    [`${plate}1`, 'Truck', 'H1', 3, true, '2026-03-04', null],
    ['EXISTS', 'Ship', 'N1', 99, 'maybe', 'soon', 8.98600123456789e19],
    [`${plate}2`, null, null, null, null, null, null],
  ];
  const errors = [
    { row: 3, fields: { plate: 'Required' } },
    { row: 4, fields: { plate: 'Also in row 2' } },
    {
      row: 5,
      fields: {
        plate: 'Already in use',
        kind: 'Not recognised',
        device_id: 'This record does not exist',
        axles: 'Must be 9 or less',
        insured: 'Not recognised',
        checked: 'Not recognised',
        iccid: 'The spreadsheet cut this number. Format the column as text',
      },
    },
  ];
  const total = async (plate: string) =>
    (await server.call('/vehicle/list', { plate }, { token })).data.total;
  beforeAll(() => server.call('/vehicle/add', { plate: 'EXISTS' }, { token }));

  it('in a dry run names every wrong field of every row, and adds nothing', async () => {
    const { data } = await importing(faulty('TRY'), true);
    expect(data).toEqual({ total: 5, added: 0, errors });
    expect(await total('TRY')).toBe(0);
  });

  it('adds the valid rows, and reports the others in the reader’s language', async () => {
    const { data } = await importing(faulty('ERR'), false, 'zh');
    expect(data).toMatchObject({ total: 5, added: 2 });
    expect(data.errors[1]).toEqual({ row: 4, fields: { plate: '与第 2 行重复' } });
    expect(await total('ERR')).toBe(2);
  });

  it.each([
    [[['Plate', 'Wheels']], 'No column is called Wheels'],
    [[['Type']], 'These columns are missing: Plate'],
    [[['Plate', '车牌']], 'Duplicate columns: Plate'],
    [[], 'These columns are missing: Plate'],
  ] as [Cell[][], string][])('with the rows %j is refused: %s', async (rows, why) => {
    const { verify, data } = await importing(rows);
    expect([verify.sign, data.fields]).toEqual(['invalid', { path: why }]);
  });

  it.each(['#N/A', '#REF!', '#DIV/0!', '#NAME?', '#NULL!', '#ERROR!', 'Err:502'])(
    'refuses a cell with the error %s by row and column, instead of reading it as empty',
    async (error) => {
      const sheet = await spreadsheet([
        ['Plate', 'Axles'],
        ['ERROR1', 700_001],
      ]);
      const { data: file } = await server.upload(
        withErrorCell(sheet, 700_001, error),
        'locks.xlsx',
        { purpose: 'import' },
        { token },
      );
      for (const dryRun of [true, false]) {
        const { data } = await server.call(
          '/vehicle/import',
          { path: file.path, dryRun },
          { token },
        );
        expect(data).toMatchObject({
          added: 0,
          errors: [{ row: 2, fields: { axles: `The cell has an error: ${error}` } }],
        });
      }
    },
  );

  it('skips exported columns that cannot be written', async () => {
    const { data } = await importing([
      ['Plate', 'Created', 'Note'],
      ['PASS', '2026-01-01', 'x'],
    ]);
    expect(data).toMatchObject({ added: 1, errors: [], ignored: ['Created', 'Note'] });
  });

  it('refuses other values for a dry run than true or false', async () => {
    const path = await uploaded([['Plate'], ['DRY1']]);
    const { data } = await server.call('/vehicle/import', { path, dryRun: 'true' }, { token });
    expect(data.fields).toEqual({ dryRun: 'Choose yes or no' });
  });

  it.each([
    ['../../etc/passwd'],
    ['import/../../x.xlsx'],
    [`import/${'x'.repeat(32)}.xlsx`],
    [7],
    [undefined],
  ])('from the path %j is refused', async (path) => {
    const { verify, data } = await server.call('/vehicle/import', { path }, { token });
    expect([verify.sign, Object.keys(data.fields)]).toEqual(['invalid', ['path']]);
  });

  describe('that fails half-way', () => {
    const ROWS = 1_200;
    const rows = [['Plate'], ...Array.from({ length: ROWS }, (_, i) => [`ONE${i}`])];
    const counts = async () => {
      const { rows } = await sql<{ plates: number; logged: number }>`
        select (select count(*)::int from vehicle where plate like 'ONE%') as plates,
          (select count(*)::int from "operationLog" where operate_url = '/vehicle/import' and success) as logged`.execute(
        server.store.db,
      );
      return rows[0];
    };
    const breaking = async (how: string) => {
      const { db } = server.store;
      await sql
        .raw(`create or replace function break_import() returns trigger language plpgsql as $$
          begin if new.plate = 'ONE${ROWS - 1}' then ${how}; end if; return new; end $$`)
        .execute(db);
      await sql
        .raw(`create or replace trigger break_import after insert on vehicle for each row
          execute function break_import()`)
        .execute(db);
    };

    it.each([
      ['its last row cannot be stored', `raise exception 'disk full' using errcode = '53100'`],
      ['its connection is killed', 'perform pg_terminate_backend(pg_backend_pid())'],
    ])('adds all or nothing, with an entry in the log for each row: %s', async (_, how) => {
      const before = await counts();
      await breaking(how);
      const broken = await importing(rows);
      expect(broken.verify.sign).not.toBe('success');
      expect(await counts()).toEqual(before);
      await sql`drop trigger break_import on vehicle`.execute(server.store.db);
      const { data } = await importing(rows);
      expect(data).toMatchObject({ added: ROWS, errors: [] });
      const logged = (before?.logged ?? 0) + ROWS;
      expect(await counts()).toEqual({ plates: ROWS, logged });
      await sql`delete from vehicle where plate like 'ONE%'`.execute(server.store.db);
    });
  });

  it('of too many rows is refused', async () => {
    const rows = Array.from({ length: 20_001 }, (_, i) => [`TOO${i}`]);
    const { verify, data } = await importing([['Plate'], ...rows]);
    expect([verify.sign, data.fields.path]).toEqual([
      'invalid',
      'The spreadsheet is too large. The limit is 20000 rows',
    ]);
  });

  it('of a file that is no spreadsheet is refused', async () => {
    const file = Buffer.from('PK\u0003\u0004 and nothing else, however long it goes on');
    const { data: sent } = await server.upload(file, 'a.xlsx', { purpose: 'import' }, { token });
    const { data } = await server.call('/vehicle/import', { path: sent.path }, { token });
    expect(data.fields).toEqual({ path: 'Not a readable .xlsx spreadsheet' });
    await sql`insert into stored_file (area, name, sha256, size, at)
      values ('import', ${`${'y'.repeat(32)}.xlsx`}, '', 0, 0)`.execute(server.store.db);
    const other = { path: `import/${'y'.repeat(32)}.xlsx` };
    expect((await server.call('/vehicle/import', other, { token })).verify.sign).toBe('invalid');
  });
});

describe('an exported file', () => {
  const voyage = {
    code: 'VOY1',
    locks: [2, 1],
    tug: 3,
    papers: { a: [1, 'x'], b: { c: null } },
    sails: new Date(2026, 2, 4, 23, 59, 58, 123).getTime(),
    due: '2026-10-31',
    takes: 1530,
    waits: 90_061_001,
    reach: 1250.5,
    load: 7.25,
    charge: 80,
    port: { lat: 22.123456789, lon: 113.987654321 },
    route: {
      type: 'LineString',
      coordinates: [
        [113.5, 22.5],
        [114.25, 22.75],
      ],
    },
    flag: '#1890ff',
    phones: '13800138001,13900139001',
    mail: 'a@b.example',
    version: 'V2.1.3',
    note: '=1+1, "quoted"\n00123',
  };
  const list = async () =>
    (
      await server.call(
        '/voyage/list',
        { code: 'VOY', sortField: 'code', sortOrder: 'asc' },
        { token },
      )
    ).data.list;

  it.each(['en', 'zh'] as const)('imports unchanged, in %s', async (locale) => {
    for (const body of [voyage, { code: 'VOY2' }]) {
      const { verify } = await server.call('/voyage/add', body, { token });
      expect(verify.sign).toBe('success');
    }
    const before = await list();
    const response = await server.file('/voyage/export', { code: 'VOY' }, { token, locale });
    const file = Buffer.from(await response.arrayBuffer());
    const ids = before.map(({ id }: { id: number }) => id);
    await server.call('/voyage/delete', { ids }, { token });
    const { data: sent } = await server.upload(file, 'v.xlsx', { purpose: 'import' }, { token });
    const { data } = await server.call('/voyage/import', { path: sent.path }, { token, locale });
    expect(data).toEqual({
      total: 2,
      added: 2,
      errors: [],
      ignored: [locale === 'en' ? 'Logged' : '记录时间'],
    });
    const withoutId = ({ id, ...row }: { id: number }) => row;
    const after = await list();
    expect(after.map(withoutId)).toEqual(before.map(withoutId));
    await server.call(
      '/voyage/delete',
      { ids: after.map(({ id }: { id: number }) => id) },
      { token },
    );
  });

  it('names a missing record that it refers to', async () => {
    const rows = [
      ['Code', 'Locks'],
      ['GONE1', 'H1, Nowhere, "No, there"'],
      ['GONE2', 'H1\nH2'],
    ];
    const path = await uploaded(rows);
    const { data } = await server.call('/voyage/import', { path }, { token });
    expect(data.errors).toEqual([
      { row: 2, fields: { locks: 'No record is called Nowhere, No, there' } },
    ]);
    expect(data.added).toBe(1);
  });
});
