import { describe, expect, it } from 'vitest';
import writeExcelFile from 'write-excel-file/node';
import { NumbersFileError, readNumbers } from '../../../../src/console/pages/numbersFile';
import { withErrorCell } from '../../../errorCell';

const LABELS = ['SN', '设备号'];
const read = (content: string | Uint8Array<ArrayBuffer>, name: string) =>
  readNumbers(new File([content], name), LABELS);

describe('the serial numbers of a file', () => {
  const sheet = async (rows: (string | number | null)[][]) =>
    new Uint8Array(await writeExcelFile(rows).toBuffer());

  it.each([
    [
      'from the column with the field’s name',
      [
        ['Name', 'SN'],
        ['Van', 'A1'],
        ['', 'A2'],
      ],
      'A1\nA2',
    ],
    [
      'from the column with its name in the other language',
      [
        ['名称', '设备号'],
        ['车', 'A1'],
      ],
      'A1',
    ],
    ['from the only column', [['A1'], ['A2']], 'A1\nA2'],
    ['from the only row', [['A1', null, 7026000003], [null]], 'A1\n7026000003'],
    [
      'numbers unchanged',
      [['sn'], [7026000003], [null], ['095000000003']],
      '7026000003\n095000000003',
    ],
  ])('come from a spreadsheet: %s', async (_, rows, numbers) => {
    expect(await read(await sheet(rows), 'locks.XLSX')).toMatchObject([{ numbers }]);
  });

  it.each([
    ['locks.csv', 'Name,SN\n"Van, red",A1\n\nLorry,A2\n', 'A1\nA2'],
    ['locks.csv', 'A1\nA2', 'A1\nA2'],
    ['locks.csv', '\ufeffSN\nA1', 'A1'],
    ['locks.csv', 'Name,S\u200bN\nVan,A\u202e1\nVan,\u00adA2', 'A1\nA2'],
    ['locks.csv', 'Name,ＳＮ\nVan,Ａ１', 'A1'],
    ['locks.csv', 'Name,Serial\u00a0number\nVan,A1', 'A1'],
    ['locks.csv', 'sep=;\r\nName;SN\r\nVan;A1', 'A1'],
    ['locks.csv', 'SN,Name\r\n="0012",Van', '0012'],
    ['locks.csv', 'A1', 'A1'],
    ['locks.csv', 'A1,A2,A3\r\n', 'A1\nA2\nA3'],
    ['locks.csv', '\ufeffsep=;\nA1;A2\n;\n', 'A1\nA2'],
    ['locks.csv', '7026000003,Van', '7026000003\nVan'],
    ['locks.txt', 'A1, A2', 'A1, A2'],
    ['locks.txt', 'A1 A2\nA3', 'A1 A2\nA3'],
    ['locks.txt', 'ALPHA\nBRAVO', 'ALPHA\nBRAVO'],
    ['locks.txt', '设备号\r\nA1\r\n\r\nA2\r\n', 'A1\nA2'],
    ['locks.txt', '\ufeffsn\nA1', 'A1'],
    ['locks.txt', 'Serial number\nALPHA', 'ALPHA'],
    ['locks.txt', 'Device ID\nA1\nA2', 'A1\nA2'],
    ['locks.txt', 'A1\tA2\tA3\n', 'A1\tA2\tA3\n'],
    ['locks.txt', '名称\tSN\r\nA8\tA1\r\nA9\tA2\r\n', 'A1\nA2'],
  ])('come from %s with %j', async (name, content, numbers) => {
    expect(await read(content, name)).toMatchObject([{ numbers }]);
  });

  it('come from a GBK table of Chinese Excel, by its header', async () => {
    const table = new Uint8Array([
      // 名称,设备号
      ...[0xc3, 0xfb, 0xb3, 0xc6, 0x2c, 0xc9, 0xe8, 0xb1, 0xb8, 0xba, 0xc5, 0x0d, 0x0a],
      ...new TextEncoder().encode('SD2680001,SD2680002\r\nSD2680003,SD2600006\r\n'),
    ]);
    expect(await read(table, 'gbk.csv')).toMatchObject([{ numbers: 'SD2680002\nSD2600006' }]);
  });

  it.each([
    ['no header matches', 'A1,Van\nA2,Lorry', ['A1\nA2', 'Van\nLorry']],
    ['two headers match', '编号,设备号,名称\n1,A1,Van', ['1', 'A1']],
  ])('come from a column of the user’s choice if %s', async (_, content, columns) => {
    const choice = await read(content, 'locks.csv');
    expect(choice.map(({ numbers }) => numbers)).toEqual(columns);
    expect(choice[0]?.title).toBe(`1: ${columns[0]?.startsWith('A') ? 'A1, A2' : '编号, 1'}`);
  });

  it.each([
    ['Device ID\nA1\nA2', ['A1\nA2']],
    ['标识,车牌\nA1,沪A10001\nA2,沪A10002', ['A1\nA2', '车牌\n沪A10001\n沪A10002']],
    ['Seal no. 1,Seal no. 2\n,B1\nA2,', ['A2', 'B1']],
    ['ALPHA\nBRAVO', ['ALPHA\nBRAVO']],
    ['#N/A\nA1', ['#N/A\nA1']],
  ])('are those below an unknown header: %j', async (content, columns) => {
    const choice = await read(content, 'locks.csv');
    expect(choice.map(({ numbers }) => numbers)).toEqual(columns);
  });

  it('include the error of a cell as text, which is then listed as unknown', async () => {
    const workbook = withErrorCell(await sheet([['SN'], [7026000003], ['A1']]), 7026000003);
    expect(await read(workbook, 'locks.xlsx')).toMatchObject([{ numbers: '#N/A\nA1' }]);
  });

  it.each([
    ['a file that is no spreadsheet', 'no sheet', 'locks.xlsx'],
    ['a file of more than 8 MB', new Uint8Array(9 * 2 ** 20), 'locks.txt'],
    ['text in no known encoding', new Uint8Array([0x41, 0xff, 0x0a]), 'locks.csv'],
    ['UTF-16 without a mark', new Uint8Array([0x41, 0, 0x31, 0]), 'locks.txt'],
  ])('are refused in %s', async (_, content, name) => {
    await expect(read(content, name)).rejects.toThrow(NumbersFileError);
  });
});
