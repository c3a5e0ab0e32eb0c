import { describe, expect, test } from 'vitest';
import { markOf, severityOfRank } from '../../../../../src/console/maps/fleet/fleetStore';
import {
  cellAt,
  cellKey,
  cellsOf,
  type FleetColumns,
  type GridCell,
  type GridWindow,
  gridOf,
  groupRadius,
  sameCell,
} from '../../../../../src/console/maps/fleet/grid';
import { MINOR } from '../../../../../src/domain/alarm';
import type { LiveDevice } from '../../../../../src/domain/live';
import { alarmRank } from '../../../../../src/domain/openAlarm';
import { device } from './device';

/** Builds a fleet from positions in units of the plane, with the values of their devices. */
const fleetOf = (
  ...places: [x: number, y: number, given?: Partial<LiveDevice>, alarmRank?: number][]
): FleetColumns => ({
  x: Float64Array.from(places, ([x]) => x),
  y: Float64Array.from(places, ([, y]) => y),
  marks: Uint8Array.from(places, ([, , changes, alarmRank = 0]) => {
    const { status, communicate_status } = device('any', changes);
    return markOf(status, alarmRank, communicate_status);
  }),
  size: places.length,
});

/** Window of 1000 by 1000 pixels on a world of 1024 pixels. */
const window = (changes: Partial<GridWindow> = {}): GridWindow => ({
  scale: 1024,
  left: 0,
  top: 0,
  width: 1000,
  height: 1000,
  worldLeft: 0,
  worldWidth: 1,
  ...changes,
});

const cellsIn = (fleet: FleetColumns, view: GridWindow, size = 64) =>
  gridOf(fleet, view, size).flatMap(({ cells }) => cells.filter((cell) => cell !== undefined));

test('every device in view is in exactly one cell', () => {
  const places = Array.from({ length: 5000 }, (_, i): [number, number] => [
    ((i * 7919) % 1000) / 1024,
    ((i * 104729) % 1000) / 1024,
  ]);
  const cells = cellsIn(fleetOf(...places), window());
  expect(cells.reduce((sum, { count }) => sum + count, 0)).toBe(5000);
  expect(cells.length).toBeLessThanOrEqual(16 * 16);
});

test('a device out of view or without a place is in no cell', () => {
  const fleet = fleetOf([0.5, 1.2], [0.5, -0.2], [Number.NaN, 0.5], [0.3, 0.3]);
  const cells = cellsIn(fleet, window({ width: 900, height: 900 }));
  expect(cells.map(({ row }) => row)).toEqual([3]);
});

test('cells stay the same while the map is dragged', () => {
  const fleet = fleetOf([0.1, 0.1], [0.101, 0.1], [0.14, 0.1], [0.3, 0.3]);
  const before = cellsIn(fleet, window());
  const after = cellsIn(fleet, window({ left: 33, top: 17 }));
  expect(after.map(({ count }) => count)).toEqual(before.map(({ count }) => count));
  after.forEach((cell, i) => {
    expect(cell.x).toBeCloseTo((before[i]?.x ?? 0) - 33, 9);
    expect(cell.y).toBeCloseTo((before[i]?.y ?? 0) - 17, 9);
    expect(cell.boxes).toEqual(before[i]?.boxes);
  });
});

test('a cell lies in the middle of its devices and has their bounds', () => {
  const [cell] = cellsIn(fleetOf([0.1, 0.1], [0.11, 0.12]), window());
  expect(cell?.x).toBeCloseTo(0.105 * 1024, 9);
  expect(cell?.y).toBeCloseTo(0.11 * 1024, 9);
  expect(cell?.boxes).toEqual([{ left: 0.0625, top: 0.0625, right: 0.125, bottom: 0.125 }]);
});

describe('a cell', () => {
  test('has shares, worst state, worst alarm and online devices', () => {
    const [cell] = cellsIn(
      fleetOf(
        [0.1, 0.1, { status: 2 }],
        [0.1, 0.1, { status: 2, communicate_status: 0 }],
        [0.1, 0.1, { status: 1 }, 3],
        [0.1, 0.1, { status: 255 }, 2],
      ),
      window(),
    );
    expect(cell).toMatchObject({
      count: 4,
      shares: [0, 1, 2, 0, 1],
      worst: 1,
      alarmRank: 2,
      online: 3,
    });
  });
});

test.each([
  ['a taken critical and an untaken minor one', 1, MINOR],
  ['a taken major one and none', 2, undefined],
] as const)('a cell has the worst alarm of its devices: %s', (_, severity, untaken) => {
  const takenRank = alarmRank({ severity, taken_by: 'Chen Hao' });
  const otherRank = untaken ? alarmRank({ severity: untaken }) : 0;
  const [cell] = cellsIn(fleetOf([0.1, 0.1, {}, takenRank], [0.1, 0.1, {}, otherRank]), window());
  expect(cell?.alarmRank).toBe(otherRank || takenRank);
  expect(severityOfRank(cell?.alarmRank ?? 0)).toBe(untaken ?? severity);
});

describe('in a repeating world, devices', () => {
  test.each<[string, Partial<GridWindow>, number[]]>([
    ['one copy', { left: 100, width: 800 }, [0]],
    ['over the antimeridian', { left: 600, width: 900 }, [0, 1]],
    ['a screen wider than the world', { left: -1100, width: 3300 }, [-2, -1, 0, 1, 2]],
  ])('appear in these copies: %s', (_, changes, copies) => {
    const grids = gridOf(fleetOf([0.1, 0.5]), window(changes), 64);
    expect(grids).toHaveLength(copies.length);
  });

  test('appear at the right distance', () => {
    const cells = cellsIn(fleetOf([0.1, 0.5]), window({ left: -200, width: 2000 }));
    expect(cells.map(({ x }) => x)).toEqual([
      expect.closeTo(102.4 + 200, 6),
      expect.closeTo(102.4 + 1024 + 200, 6),
    ]);
    expect(cells.map(({ copy }) => copy)).toEqual([0, 1]);
    expect(cells[1]?.boxes).toEqual(cells[0]?.boxes);
  });

  test('appear once on a plane whose world begins left of its origin', () => {
    const baidu = window({ worldLeft: -0.5, left: -512, width: 1000 });
    const cells = cellsIn(fleetOf([-0.4, 0.5], [0.4, 0.5]), baidu);
    expect(cells.map(({ copy }) => copy)).toEqual([0, 0]);
  });
});

const cell = (x: number, y: number, count: number, changes: Partial<GridCell> = {}): GridCell => ({
  x,
  y,
  count,
  shares: [0, 0, count, 0, 0],
  worst: 2,
  alarmRank: 0,
  online: count,
  row: 0,
  boxes: [{ left: x, top: y, right: x + 1, bottom: y + 1 }],
  copy: 0,
  ...changes,
});

/** Places cells into squares of 64 pixels. */
const squaresOf = (columns: number, ...cells: GridCell[]) => {
  const squares: (GridCell | undefined)[] = Array.from({ length: columns * columns });
  for (const one of cells) squares[Math.floor(one.y / 64) * columns + Math.floor(one.x / 64)] = one;
  return { cells: squares, columns };
};

describe('overlapping marks merge', () => {
  test('across the edge of two squares', () => {
    const small = cell(66, 30, 3, { shares: [0, 0, 0, 3, 0], worst: 3, alarmRank: 3, online: 2 });
    const [merged, ...rest] = cellsOf(squaresOf(4, cell(60, 30, 9), small), 64);
    expect(rest).toEqual([]);
    expect(merged).toMatchObject({
      count: 12,
      shares: [0, 0, 9, 3, 0],
      worst: 3,
      alarmRank: 3,
      online: 11,
    });
    expect(merged?.x).toBeCloseTo((60 * 9 + 66 * 3) / 12, 9);
    expect(merged?.boxes).toHaveLength(2);
  });

  test('across a corner', () => {
    expect(cellsOf(squaresOf(4, cell(62, 62, 2), cell(67, 67, 2)), 64)).toHaveLength(1);
  });

  test.each([
    ['marks side by side', 20, 80],
    ['marks on either side of the grid’s edge', 250, 6],
  ])('but not in this case: %s', (_, a, b) => {
    const second = b < a ? 94 : 30;
    expect(cellsOf(squaresOf(4, cell(a, 30, 2), cell(b, second, 2)), 64)).toHaveLength(2);
  });

  test('without losing a device', () => {
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
])('a mark of %i devices has a radius of %i', (count, radius) => {
  expect(groupRadius(count)).toBe(radius);
});

test('a click hits the nearest mark', () => {
  const a = cell(10, 10, 1);
  const b = cell(14, 10, 1);
  expect(cellAt([a, b], 13, 10, 3)).toBe(b);
  expect(cellAt([a, b], 9, 10, 3)).toBe(a);
  expect(cellAt([a, b], 60, 10, 3)).toBeNull();
  expect(cellAt([a], 31, 10, 3)).toBeNull();
  expect(cellAt([a], 31, 10, 10)).toBe(a);
});

test('a cell keeps its identity in the next drawing', () => {
  const box = { left: 0.1, top: 0.2, right: 0.3, bottom: 0.4 };
  expect(sameCell(cell(1, 1, 2, { boxes: [box] }), cell(9, 9, 3, { boxes: [box] }))).toBe(true);
  expect(cellKey(cell(1, 1, 2, { copy: 1 }))).not.toBe(cellKey(cell(1, 1, 2)));
});
