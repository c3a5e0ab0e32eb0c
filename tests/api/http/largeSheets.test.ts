import { setTimeout } from 'node:timers/promises';
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import { sql } from 'kysely';
import { Client } from 'pg';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import writeExcelFile from 'write-excel-file/node';
import { round } from '../../rounds';
import { jobsServer } from '../jobs/jobsServer';

let server: Awaited<ReturnType<typeof jobsServer>>;
let harbour: Awaited<ReturnType<typeof server.as>>;
beforeAll(async () => {
  server = await jobsServer();
  harbour = await server.as('harbour');
});

const uploaded = async (rows: readonly (readonly (string | null)[])[]): Promise<string> => {
  const file = await writeExcelFile(rows.map((row) => [...row])).toBuffer();
  const { data } = await server.upload(file, 'rows.xlsx', { purpose: 'import' }, harbour);
  return data.path;
};

const sheet = (name: string, count: number) =>
  uploaded([
    ['sn', 'org_id', 'device_name'],
    ...Array.from({ length: count }, (_, i) => [`${name}${i}`, 'Harbour', `Lock ${i}`]),
  ]);

/** Makes list calls one after the other until the work is done. @returns number of answered calls */
const listsDuring = async (work: Promise<unknown>): Promise<number> => {
  let isDone = false;
  const end = () => {
    isDone = true;
  };
  work.then(end, end);
  let count = 0;
  while (!isDone) {
    await harbour.ask('/device/list', { pageSize: 20 });
    count += 1;
  }
  return count;
};

describe('a sheet with a single cell far away', () => {
  /** Uploads a sheet of 1 KB that would unfold to 17,000 million cells. */
  const farAway = async () => {
    const parts = unzipSync(await writeExcelFile([['SN'], ['F1']]).toBuffer());
    const [name = ''] = Object.keys(parts).filter((part) => part.endsWith('sheet1.xml'));
    const xml = strFromU8(parts[name] ?? new Uint8Array());
    const far =
      '<row r="2"><c r="XFD2"><v>1</v></c></row><row r="1048576"><c r="XFD1048576"><v>1</v></c></row>';
    const changed = xml.replace('</sheetData>', `${far}</sheetData>`);
    const file = zipSync({ ...parts, [name]: strToU8(changed) });
    const { data } = await server.upload(file, 'far.xlsx', { purpose: 'import' }, harbour);
    return data.path;
  };

  const batch = { importType: 1, source: 1, org_id: 2 };

  it.each([
    ['/device/import', {}],
    ['/device/import', { dryRun: true }],
    ['/batchAddDevice/preview', batch],
    ['/batchAddDevice/add', batch],
  ])('is refused by %s %j with the limit', async (path, body) => {
    const refused = [
      await harbour.answer(path, { ...body, path: await farAway() }),
      await harbour.answer(path, { ...body, path: await farAway() }, 'zh'),
    ];
    expect(refused).toEqual([
      ['invalid', { path: 'The spreadsheet is too wide. The limit is 256 columns' }],
      ['invalid', { path: '表格过宽：最多 256 列' }],
    ]);
  });
});

it('large sheets delay no other call, however many are uploaded', async () => {
  const path = await uploaded([
    ['sn', 'no such column'],
    ...Array.from({ length: round(4_000, 10_000) }, (_, i) => [`SLOW${i}`, `Lock ${i}`]),
  ]);
  const batch = { importType: 1, source: 1, org_id: 2, path };
  const added = Array.from({ length: round(3, 12) }, () =>
    harbour.answer('/batchAddDevice/add', batch),
  );
  await setTimeout(200);
  const lists = Promise.all(
    Array.from({ length: 3 }, () => harbour.ask('/device/list', { pageSize: 20 })),
  );
  expect(await Promise.race([lists.then(() => 'the lists'), ...added])).toBe('the lists');
  // Refused for its column, or on a busy machine for its reading time or its wait.
  for (const [sign] of await Promise.all(added)) expect(['invalid', 'throttled']).toContain(sign);
});

/** Lets the timeouts of a duration end at once. */
const endAt = (duration: number) => {
  const { timeout } = AbortSignal;
  return vi
    .spyOn(AbortSignal, 'timeout')
    .mockImplementation((ms) => (ms === duration ? AbortSignal.abort('late') : timeout(ms)));
};

it.each([
  ['en', 'The server is too busy to read the spreadsheet now. Try again.'],
  ['zh', '服务器繁忙，暂时无法读取表格，请重试。'],
] as const)(
  'a sheet is refused in %s, without a fault of its own, if its reading does not end in time',
  async (locale, desc) => {
    const path = await sheet('LATE', 1);
    const end = endAt(8_000);
    const answer = await harbour.call('/device/import', { path, dryRun: true }, locale);
    end.mockRestore();
    expect(answer.verify).toEqual({ sign: 'throttled', desc });
  },
);

it('a sheet is refused if its reading does not begin in time', async () => {
  // Read for so long that the others arrive meanwhile.
  const path = await sheet('BUSY', 5_000);
  const patience = endAt(3_500);
  const answers = await Promise.all(
    (['en', 'zh', 'en', 'zh'] as const).map((locale) =>
      harbour.call('/device/import', { path, dryRun: true }, locale),
    ),
  );
  patience.mockRestore();
  expect(answers.map(({ verify }) => verify)).toEqual(
    expect.arrayContaining([
      { sign: 'success', desc: '' },
      { sign: 'throttled', desc: 'The server is reading other spreadsheets. Try again.' },
      { sign: 'throttled', desc: '服务器正在读取其他表格，请重试。' },
    ]),
  );
});

describe('a dry run of many rows', () => {
  const FEW_ROWS = round(200, 2_000);
  const MANY_ROWS = round(800, 5_000);

  /** Counts the statements sent to the database during the work, and their characters including values. */
  const statementsOf = async (work: () => Promise<unknown>) => {
    const query = vi.spyOn(Client.prototype, 'query');
    await work();
    const sent = query.mock.calls.map((statement) => JSON.stringify(statement).length);
    query.mockRestore();
    return { count: sent.length, size: sent.reduce((sum, size) => sum + size, 0) };
  };

  const rehearsed = async (name: string, count: number) => {
    const path = await sheet(name, count);
    return statementsOf(async () => {
      const answer = await harbour.ask('/device/import', { path, dryRun: true });
      expect(answer).toEqual({ total: count, added: 0, errors: [] });
    });
  };

  it('runs queries in proportion to the rows, and stores nothing', async () => {
    const small = await rehearsed('FEW', FEW_ROWS);
    const large = await rehearsed('MANY', MANY_ROWS);
    const maxGrowth = (1.5 * MANY_ROWS) / FEW_ROWS;
    expect(large.count).toBeLessThan(maxGrowth * small.count);
    expect(large.size).toBeLessThan(maxGrowth * small.size);
    const { rows } = await sql`select 1 from device where sn like 'MANY%'`.execute(server.store.db);
    expect(rows).toEqual([]);
  });

  it('does not block other calls', async () => {
    const path = await sheet('LONG', MANY_ROWS);
    const work = harbour.ask('/device/import', { path, dryRun: true });
    // A dry run that blocked the thread or the rows would leave only the first list answered.
    expect(await listsDuring(work)).toBeGreaterThan(4);
    expect(await work).toEqual({ total: MANY_ROWS, added: 0, errors: [] });
  });
});
