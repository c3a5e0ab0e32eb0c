import { describe, expect, it } from 'vitest';
import writeExcelFile from 'write-excel-file/node';
import {
  NumbersFileError,
  parseNumbers,
  readNumbers,
} from '../../../../src/console/pages/numbersFile';

const LABELS = ['SN', '设备号'];
const read = (content: string | Uint8Array<ArrayBuffer>, name: string) =>
  readNumbers(new File([content], name), LABELS);

it.each([
  ['A1, A2;A3\nA4', ['A1', 'A2', 'A3', 'A4']],
  ['"A1"，A2、A1', ['A1', 'A2', 'A1']],
  ['  \n', []],
])('in %j are %j', (text, sns) => {
  expect(parseNumbers(text)).toEqual(sns);
});

describe('the serial numbers of a file', () => {
  const sheet = async (rows: (string | number | null)[][]) =>
    new Uint8Array(await writeExcelFile(rows).toBuffer());

  it.each([
    [
      'the column that is called so',
      [
        ['Name', 'SN'],
        ['Van', 'A1'],
        ['', 'A2'],
      ],
      'A1\nA2',
    ],
    [
      'in the other language',
      [
        ['名称', '设备号'],
        ['车', 'A1'],
      ],
      'A1',
    ],
    [
      'the first column where none is',
      [
        ['A1', 'Van'],
        ['A2', 'Lorry'],
      ],
      'A1\nA2',
    ],
    [
      'numbers as they are',
      [['sn'], [7026000003], [null], ['095000000003']],
      '7026000003\n095000000003',
    ],
  ])('of a spreadsheet: %s', async (_, rows, sns) => {
    expect(await read(await sheet(rows), 'locks.XLSX')).toBe(sns);
  });

  it.each([
    ['locks.csv', 'Name,SN\n"Van, red",A1\n\nLorry,A2\n', 'A1\nA2'],
    ['locks.csv', 'A1\nA2', 'A1\nA2'],
    ['locks.txt', 'A1, A2', 'A1, A2'],
  ])('of %s with %j', async (name, content, sns) => {
    expect(await read(content, name)).toBe(sns);
  });

  it('are not read from what is no spreadsheet, nor from what is too large', async () => {
    await expect(read('no sheet', 'locks.xlsx')).rejects.toThrow(NumbersFileError);
    const large = new Uint8Array(9 * 2 ** 20);
    await expect(read(large, 'locks.txt')).rejects.toThrow(NumbersFileError);
  });
});
