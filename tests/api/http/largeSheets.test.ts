import { setTimeout } from 'node:timers/promises';
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import writeExcelFile from 'write-excel-file/node';
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

const median = (values: readonly number[]) =>
  [...values].sort((one, other) => one - other)[Math.floor(values.length / 2)] ?? 0;

/** How long list calls take, one after the other, until something is done, ms. */
const listsDuring = async (work: Promise<unknown>): Promise<number[]> => {
  let isDone = false;
  const end = () => {
    isDone = true;
  };
  work.then(end, end);
  const times: number[] = [];
  while (!isDone) {
    const began = performance.now();
    await harbour.ask('/device/list', { pageSize: 20 });
    times.push(performance.now() - began);
  }
  return times;
};

describe('a sheet with one cell far away', () => {
  /** 1 KB that would unfold to 17,000 million cells. */
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
  ])('is refused with the limit by %s %j', async (path, body) => {
    const refused = [
      await harbour.answer(path, { ...body, path: await farAway() }),
      await harbour.answer(path, { ...body, path: await farAway() }, 'zh'),
    ];
    expect(refused).toEqual([
      ['invalid', { path: 'The spreadsheet is too wide: at most 256 columns' }],
      ['invalid', { path: '表格过宽：最多 256 列' }],
    ]);
  });
});

it('sheets that take long to read keep nobody waiting, however many are sent', async () => {
  const path = await uploaded([
    ['sn', 'no such column'],
    ...Array.from({ length: 10_000 }, (_, i) => [`SLOW${i}`, `Lock ${i}`]),
  ]);
  const batch = { importType: 1, source: 1, org_id: 2, path };
  const added = Array.from({ length: 12 }, () => harbour.answer('/batchAddDevice/add', batch));
  await setTimeout(200);
  const lists = Promise.all(
    Array.from({ length: 3 }, () => harbour.ask('/device/list', { pageSize: 20 })),
  );
  expect(await Promise.race([lists.then(() => 'the lists'), ...added])).toBe('the lists');
  const unknown = { path: expect.stringContaining('no such column') };
  for (const answer of added) expect(await answer).toEqual(['invalid', unknown]);
});

describe('a dry run of many rows', () => {
  const rehearsed = async (name: string, count: number) => {
    const path = await sheet(name, count);
    const began = performance.now();
    const work = harbour.ask('/device/import', { path, dryRun: true });
    const lists = await listsDuring(work);
    return { answer: await work, took: performance.now() - began, lists };
  };

  it('takes as long as the file is, stores nothing, and lets other calls go on', async () => {
    const small = await rehearsed('FEW', 2_000);
    const many = await rehearsed('MANY', 20_000);
    expect(small.answer).toEqual({ total: 2_000, added: 0, errors: [] });
    expect(many.answer).toEqual({ total: 20_000, added: 0, errors: [] });
    expect(many.took).toBeLessThan(20 * small.took);
    expect(median(many.lists)).toBeLessThan(10 * median(small.lists));
    const { rows } = await sql`select 1 from device where sn like 'MANY%'`.execute(server.store.db);
    expect(rows).toEqual([]);
  });
});
