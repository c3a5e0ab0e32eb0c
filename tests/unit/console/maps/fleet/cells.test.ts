import { describe, expect, test } from 'vitest';
import {
  cellAt,
  cellKey,
  cellsOf,
  radiusOf,
  sameCell,
} from '../../../../../src/console/maps/fleet/cells';
import type { Cell } from '../../../../../src/console/maps/fleet/grid';

const cell = (x: number, y: number, count: number, given: Partial<Cell> = {}): Cell => ({
  x,
  y,
  count,
  shares: [0, 0, count, 0, 0],
  worst: 2,
  alarms: 0,
  online: count,
  row: 0,
  boxes: [{ left: x, top: y, right: x + 1, bottom: y + 1 }],
  copy: 0,
  ...given,
});

/** Cells of squares of 64 pixels, each put in the square it is in. */
const squaresOf = (columns: number, ...cells: Cell[]) => {
  const squares: (Cell | undefined)[] = Array.from({ length: columns * columns });
  for (const one of cells) squares[Math.floor(one.y / 64) * columns + Math.floor(one.x / 64)] = one;
  return { cells: squares, columns };
};

describe('marks that cover each other become one', () => {
  test('across the edge of two squares', () => {
    const small = cell(66, 30, 3, { shares: [0, 0, 0, 3, 0], worst: 3, alarms: 1, online: 2 });
    const [joined, ...rest] = cellsOf(squaresOf(4, cell(60, 30, 9), small), 64);
    expect(rest).toEqual([]);
    expect(joined).toMatchObject({
      count: 12,
      shares: [0, 0, 9, 3, 0],
      worst: 3,
      alarms: 1,
      online: 11,
    });
    expect(joined?.x).toBeCloseTo((60 * 9 + 66 * 3) / 12, 9);
    expect(joined?.boxes).toHaveLength(2);
  });

  test('across a corner', () => {
    expect(cellsOf(squaresOf(4, cell(62, 62, 2), cell(67, 67, 2)), 64)).toHaveLength(1);
  });

  test.each([
    ['marks side by side', 20, 80],
    ['not across the seam from the last column to the first of the next row', 250, 6],
  ])('but not %s', (_, a, b) => {
    const second = b < a ? 94 : 30;
    expect(cellsOf(squaresOf(4, cell(a, 30, 2), cell(b, second, 2)), 64)).toHaveLength(2);
  });

  test('nobody is lost', () => {
    const crowd = Array.from({ length: 36 }, (_, i) =>
      cell((i % 6) * 64 + (i % 2 ? 5 : 60), Math.floor(i / 6) * 64 + 32, i + 1),
    );
    const cells = cellsOf(squaresOf(6, ...crowd), 64);
    expect(cells.length).toBeLessThan(36);
    expect(cells.reduce((sum, { count }) => sum + count, 0)).toBe((36 * 37) / 2);
  });
});

test.each([
  [1, 11],
  [2, 14],
  [100, 20],
  [1e9, 27],
])('a mark of %i has a radius of %i', (count, radius) => {
  expect(radiusOf(count)).toBe(radius);
});

test('the nearest mark under the pointer is hit', () => {
  const a = cell(10, 10, 1);
  const b = cell(14, 10, 1);
  expect(cellAt([a, b], 13, 10, 3)).toBe(b);
  expect(cellAt([a, b], 9, 10, 3)).toBe(a);
  expect(cellAt([a, b], 60, 10, 3)).toBeNull();
  expect(cellAt([a], 31, 10, 3)).toBeNull();
  expect(cellAt([a], 31, 10, 10)).toBe(a);
});

test('a cell is known again in the next drawing', () => {
  const box = { left: 0.1, top: 0.2, right: 0.3, bottom: 0.4 };
  expect(sameCell(cell(1, 1, 2, { boxes: [box] }), cell(9, 9, 3, { boxes: [box] }))).toBe(true);
  expect(cellKey(cell(1, 1, 2, { copy: 1 }))).not.toBe(cellKey(cell(1, 1, 2)));
});
