import { describe, expect, it } from 'vitest';
import {
  addLine,
  keyed,
  moveLine,
  pasteCells,
  pastedCells,
  removeLine,
  setValues,
} from '../../../../src/fields/kinds/lines.edit';
import { tripSeal } from '../../../api/entities/lineEntities';

const lines = [{ prefix: 'AA' }, { prefix: 'BB' }, { prefix: 'CC' }];
const start = keyed(lines);
const prefixes = ({ lines: edited }: { lines: readonly Record<string, unknown>[] }) =>
  edited.map(({ prefix }) => prefix);

describe('lines in a form', () => {
  it('keep their keys while they move', () => {
    const [first, second, third] = start.keys as [number, number, number];
    const moved = moveLine(start, first, 1);
    expect([prefixes(moved), moved.keys]).toEqual([
      ['BB', 'AA', 'CC'],
      [second, first, third],
    ]);
    expect(moveLine(start, first, -1)).toBe(start);
    expect(moveLine(start, third, 1)).toBe(start);
  });

  it('are added with initial values, changed and removed', () => {
    const added = addLine(start, tripSeal);
    expect(added.lines.at(-1)).toMatchObject({ prefix: null, check: 'ok' });
    const key = Number(start.keys[1]);
    expect(prefixes(setValues(start, key, { prefix: 'XX' }))).toEqual(['AA', 'XX', 'CC']);
    expect(prefixes(removeLine(start, key))).toEqual(['AA', 'CC']);
  });

  it('get new keys if the value is replaced by one of another length', () => {
    expect(keyed(lines, start.keys).keys).toBe(start.keys);
    expect(keyed(lines.slice(1), start.keys).keys).toHaveLength(2);
  });
});

describe('rows of a spreadsheet', () => {
  const paste = (text: string, at: { key?: number; column?: string } = {}) =>
    pasteCells(start, tripSeal, pastedCells(text) ?? [], { ...at, locale: 'en' });

  it.each([
    ['AA', undefined],
    ['AA\n', undefined],
    [
      'AA\t1\r\nBB\t2\r\n',
      [
        ['AA', '1'],
        ['BB', '2'],
      ],
    ],
    ['AA\nBB', [['AA'], ['BB']]],
  ])('are told from a single cell: %j', (text, cells) => {
    expect(pastedCells(text)).toEqual(cells);
  });

  it('fill the lines from a cell on, and add the rest', () => {
    const { lines: pasted, keys } = paste('7\t8\n9\t10', {
      key: start.keys[2],
      column: 'first_no',
    });
    expect(pasted).toMatchObject([
      { prefix: 'AA' },
      { prefix: 'BB' },
      { prefix: 'CC', first_no: 7, last_no: 8 },
      { prefix: null, first_no: 9, last_no: 10, check: 'ok' },
    ]);
    expect(new Set(keys).size).toBe(4);
  });

  it('may begin with the labels, in either language, and keep what is unreadable', () => {
    const { lines: pasted } = paste('Prefix\tFirst\nDD\tx\n');
    expect(pasted).toHaveLength(4);
    expect(pasted[3]).toMatchObject({ prefix: 'DD', first_no: expect.anything() });
    expect(paste('前缀\t起始号\nDD\t1').lines).toHaveLength(4);
  });
});
