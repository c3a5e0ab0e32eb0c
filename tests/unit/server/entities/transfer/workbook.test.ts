import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { deflateRawSync } from 'node:zlib';
import { strToU8, unzipSync, zipSync } from 'fflate';
import readSheets from 'read-excel-file/node';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Caller } from '../../../../../src/server/calls/endpoint';
import {
  readRows,
  SheetTooLarge,
  UnreadableSheet,
} from '../../../../../src/server/entities/transfer/readRows';
import {
  columnName,
  openWorkbook,
  writeWorkbookQueued,
  xmlText,
} from '../../../../../src/server/entities/transfer/workbook';
import { zipFile } from '../../../../../src/server/entities/transfer/zipFile';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sealdesk-book-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const columns = (...headers: string[]) => headers.map((header) => ({ header, width: 10 }));

it('writes two files at a time per operator', async () => {
  const running = new Map([
    [1, 0],
    [2, 0],
  ]);
  const peak = new Map(running);
  const file = (id: number) =>
    writeWorkbookQueued({ oper: { id } } as Caller, 'devices.xlsx', async () => {
      const count = Number(running.get(id)) + 1;
      running.set(id, count);
      peak.set(id, Math.max(count, Number(peak.get(id))));
      await setTimeout(5);
      running.set(id, Number(running.get(id)) - 1);
    });
  await Promise.all([1, 1, 1, 1, 1, 2].map(file));
  expect([...peak]).toEqual([
    [1, 2],
    [2, 1],
  ]);
});

describe('a workbook', () => {
  it('is read back as written, sheet by sheet', async () => {
    const path = join(folder, 'two.xlsx');
    const book = await openWorkbook(path);
    await book.sheet('设备/1', columns('文本', 'Number'));
    await book.rows([
      ['=SUM(A1)', 1.5],
      ['<b>&"quoted"\n次行', -2],
    ]);
    await book.rows([
      ['_x0041_ 🔒', null],
      ['00012345678901234567', 0],
    ]);
    await book.sheet('Second', columns('Only'));
    await book.close();
    const sheets = await readSheets(path);
    expect(sheets).toEqual([
      {
        sheet: '设备 1',
        data: [
          ['文本', 'Number'],
          ['=SUM(A1)', 1.5],
          ['<b>&"quoted"\n次行', -2],
          ['_x0041_ 🔒', null],
          ['00012345678901234567', 0],
        ],
      },
      { sheet: 'Second', data: [['Only']] },
    ]);
    expect(await readRows(path)).toEqual(sheets[0]?.data);
  });

  it('contains days, times, lengths and units as formatted numbers', async () => {
    const path = join(folder, 'formats.xlsx');
    const book = await openWorkbook(path);
    await book.sheet('Formats', [
      { header: 'Day', width: 10, format: 'yyyy-mm-dd' },
      ...columns('Length', 'Speed'),
    ]);
    await book.rows([
      [
        { number: 46_056, format: 'yyyy-mm-dd' },
        { number: 1.0625, format: '[h]:mm:ss' },
        { number: 42.5, format: 'General" km/h"' },
      ],
    ]);
    await book.close();
    const [sheet] = await readSheets(path);
    expect(sheet?.data[1]).toEqual([
      new Date(Date.UTC(2026, 1, 3)),
      new Date(Date.UTC(1899, 11, 31, 1, 30)),
      42.5,
    ]);
  });

  it('marks a text that was cut between characters', async () => {
    const path = join(folder, 'cut.xlsx');
    const book = await openWorkbook(path);
    await book.sheet('Long', columns('Text'));
    await book.rows([['x'.repeat(40_000)], [`x${'🔒'.repeat(20_000)}`]]);
    await book.close();
    const [sheet] = await readSheets(path);
    expect(sheet?.data.slice(1)).toEqual([
      [`${'x'.repeat(32_766)}…`],
      [`x${'🔒'.repeat(16_382)}…`],
    ]);
  });

  it('continues in another sheet when one is full', async () => {
    const path = join(folder, 'full.xlsx');
    const book = await openWorkbook(path, 3);
    const name = 'A name as long as a sheet takes';
    await book.sheet(name, columns('Number'));
    await book.rows([[1]]);
    await book.rows([[2], [3], [4], [5]]);
    await book.sheet('Next', columns('Other'));
    await book.rows([[6]]);
    await book.close();
    expect(await readSheets(path)).toEqual([
      { sheet: name, data: [['Number'], [1], [2]] },
      { sheet: 'A name as long as a sheet t 2', data: [['Number'], [3], [4]] },
      { sheet: 'A name as long as a sheet t 3', data: [['Number'], [5]] },
      { sheet: 'Next', data: [['Other'], [6]] },
    ]);
  });

  it('does not overwrite an existing file', async () => {
    const path = join(folder, 'there.xlsx');
    await writeFile(path, 'mine');
    await expect(openWorkbook(path)).rejects.toThrow('EEXIST');
    expect(await readFile(path, 'utf8')).toBe('mine');
  });
});

it.each([
  [0, 'A'],
  [25, 'Z'],
  [26, 'AA'],
  [51, 'AZ'],
  [52, 'BA'],
  [701, 'ZZ'],
  [702, 'AAA'],
])('names column %i %s', (index, name) => {
  expect(columnName(index)).toBe(name);
});

it.each([
  ['a<b>&c', 'a&lt;b&gt;&amp;c'],
  ['bell\u0007 and\ttab', 'bell and\ttab'],
  ['_x000D_ and _x00', '_x005F_x000D_ and _x00'],
])('escapes the text %j for XML as %j', (text, xml) => {
  expect(xmlText(text)).toBe(xml);
});

describe('an invalid or malicious spreadsheet', () => {
  const zipped = async (name: string, ...contents: string[]): Promise<string> => {
    const path = join(folder, name);
    const zip = await zipFile(path);
    for (const [i, content] of contents.entries()) {
      const entry = await zip.entry(`${i}.xml`);
      await entry.write(content);
      await entry.end();
    }
    await zip.close();
    return path;
  };

  /** Writes a workbook whose sheet unpacks to 70 MB. */
  const bomb = async (name: string): Promise<string> => {
    const path = join(folder, name);
    const zip = await zipFile(path);
    const entry = await zip.entry('xl/worksheets/sheet1.xml');
    for (let i = 0; i < 70; i++) await entry.write(' '.repeat(2 ** 20));
    await entry.end();
    await zip.close();
    return path;
  };

  it('is refused before unpacking if it is a zip bomb', async () => {
    const path = await bomb('bomb.xlsx');
    expect((await readFile(path)).length).toBeLessThan(200_000);
    const error = await readRows(path).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(SheetTooLarge);
    expect(error).toMatchObject({ limit: 'megabytes', max: 64 });
  });

  it('unpacks to no more than the size that it states', async () => {
    const path = await bomb('liar.xlsx');
    const bytes = await readFile(path);
    bytes.writeUInt32LE(10, bytes.lastIndexOf(Buffer.from([0x50, 0x4b, 1, 2])) + 24);
    expect(unzipSync(bytes)['xl/worksheets/sheet1.xml']?.length).toBe(10);
    await writeFile(path, bytes);
    await expect(readRows(path)).rejects.toThrow(UnreadableSheet);
  });

  it.each([
    ['empty', Buffer.alloc(0)],
    ['text', Buffer.from('not a zip file, however long it goes on and on')],
    ['cut off', deflateRawSync(Buffer.from('x'.repeat(1000)))],
    ['end only', Buffer.concat([Buffer.from([0x50, 0x4b, 5, 6]), Buffer.alloc(18, 0xff)])],
  ])('is refused: %s', async (name, bytes) => {
    const path = join(folder, `${name}.xlsx`);
    await writeFile(path, bytes);
    await expect(readRows(path)).rejects.toThrow(UnreadableSheet);
  });

  /** Writes a workbook whose one sheet has this content. */
  const sheetOf = async (name: string, data: string): Promise<string> => {
    const path = join(folder, name);
    const book = await openWorkbook(path);
    await book.sheet('Data', columns('SN'));
    await book.close();
    const parts = unzipSync(await readFile(path));
    const sheet = `<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>${data}</sheetData></worksheet>`;
    await writeFile(path, zipSync({ ...parts, 'xl/worksheets/sheet1.xml': strToU8(sheet) }));
    return path;
  };

  const cell = (at: string) => `<row r="1"><c r="${at}"><v>1</v></c></row>`;

  const numbered = (count: number) =>
    Array.from({ length: count }, (_, i) =>
      cell(`A${i + 1}`).replace('r="1"', `r="${i + 1}"`),
    ).join('');

  it.each([
    ['the last cell of all', cell('XFD1048576'), {}, 'rows', 20_000],
    ['a row below the last', cell('A102'), { rows: 100 }, 'rows', 100],
    ['a row that says so', '<row r="102"><c><v>1</v></c></row>', { rows: 100 }, 'rows', 100],
    [
      'more than fits',
      numbered(100_000),
      { rows: 100_000, memory: 16, seconds: 120 },
      'memory',
      16,
    ],
  ] as const)('is refused with the exceeded limit: %s', async (name, data, limits, limit, max) => {
    const path = await sheetOf(`${name}.xlsx`, data);
    const error = await readRows(path, limits).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(SheetTooLarge);
    expect(error).toMatchObject({ limit, max });
  });

  it('is read up to the last allowed row and column', async () => {
    const path = await sheetOf(
      'edge.xlsx',
      `${cell('IV1')}<row r="101"><c r="A101"><v>2</v></c></row>`,
    );
    const rows = await readRows(path, { rows: 100 });
    expect([rows.length, rows[0]?.length, rows[100]?.[0]]).toEqual([101, 256, 2]);
  });

  it('is no longer read once its signal aborts, which is the reason', async () => {
    const path = await sheetOf('slow.xlsx', cell(`A1"${' '.repeat(2 ** 22)} t="n`));
    await expect(readRows(path, {}, AbortSignal.timeout(100))).rejects.toMatchObject({
      name: 'TimeoutError',
    });
  });

  it('is aborted if it takes too long, without blocking the event loop', async () => {
    const path = await sheetOf('blank.xlsx', cell(`A1"${' '.repeat(2 ** 22)} t="n`));
    let ticks = 0;
    const ticking = setInterval(() => ticks++, 5);
    const error = await readRows(path, { seconds: 0.5 }).catch((thrown: unknown) => thrown);
    clearInterval(ticking);
    expect(error).toBeInstanceOf(SheetTooLarge);
    expect(error).toMatchObject({ limit: 'seconds', max: 0.5 });
    // A quiet machine has a hundred ticks. A reader in this thread would stop them.
    expect(ticks).toBeGreaterThan(10);
  });

  it('is refused if it is another zip file', async () => {
    await expect(readRows(await zipped('else.xlsx', '<a/>'))).rejects.toThrow(UnreadableSheet);
  });
});
