import type { LockStatus } from '../../../domain/lock';
import { hasAlarm, isOnline, slotOfMark } from './marks';
import { STATES, worstOf } from './states';

/** The fleet in a plane's units. */
export interface FleetColumns {
  readonly x: Float64Array;
  readonly y: Float64Array;
  readonly marks: Uint8Array;
  readonly size: number;
}

/** The part of the plane that is seen, as CanvasView has it. */
export interface Window {
  readonly scale: number;
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
  /** Where the world begins and how wide it is, in the plane's units. */
  readonly worldLeft: number;
  readonly worldWidth: number;
}

/** A square of the grid, right and bottom excluded, in the plane's units. */
export interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** Devices drawn as one. */
export interface Cell {
  /** Pixels of the window. */
  readonly x: number;
  readonly y: number;
  readonly count: number;
  /** Members by slot of their state. */
  readonly shares: readonly number[];
  readonly worst: LockStatus;
  /** Members with unprocessed alarms. */
  readonly alarms: number;
  readonly online: number;
  /** A member: the only one when the count is 1. */
  readonly row: number;
  /** Where its members are. */
  readonly boxes: readonly Box[];
  /** In which copy of the world it is drawn, 0 for the one from -180 to 180. */
  readonly copy: number;
}

const SLOTS = STATES.length;

/** Columns a square of the grid sums up in. */
const sumsFor = (squares: number) => ({
  count: new Uint32Array(squares),
  x: new Float64Array(squares),
  y: new Float64Array(squares),
  alarms: new Uint32Array(squares),
  online: new Uint32Array(squares),
  row: new Uint32Array(squares),
  shares: new Uint32Array(squares * SLOTS),
});

/** Cells by the square of the grid they are in, row by row. */
export interface Squares {
  readonly cells: readonly (Cell | undefined)[];
  readonly columns: number;
}

/** One copy of the world. */
const gather = (fleet: FleetColumns, window: Window, size: number, copy: number): Squares => {
  const shift = copy * window.worldWidth;
  const column0 = Math.floor(window.left / size);
  const row0 = Math.floor(window.top / size);
  const columns = Math.floor((window.left + window.width) / size) - column0 + 1;
  const rows = Math.floor((window.top + window.height) / size) - row0 + 1;
  const sums = sumsFor(columns * rows);
  const perUnit = window.scale / size;
  for (let i = 0; i < fleet.size; i++) {
    const x = (fleet.x[i] as number) + shift;
    const y = fleet.y[i] as number;
    const column = Math.floor(x * perUnit) - column0;
    // Written so that NaN, a device that is not drawn, is left out.
    if (!(column >= 0 && column < columns)) continue;
    const row = Math.floor(y * perUnit) - row0;
    if (row < 0 || row >= rows) continue;
    const square = row * columns + column;
    const mark = fleet.marks[i] as number;
    (sums.count[square] as number)++;
    sums.x[square] = (sums.x[square] as number) + x;
    sums.y[square] = (sums.y[square] as number) + y;
    if (hasAlarm(mark)) (sums.alarms[square] as number)++;
    if (isOnline(mark)) (sums.online[square] as number)++;
    sums.row[square] = i;
    const share = square * SLOTS + slotOfMark(mark);
    (sums.shares[share] as number)++;
  }
  const cells = Array.from(sums.count, (count, square): Cell | undefined => {
    if (count === 0) return undefined;
    const left = ((square % columns) + column0) / perUnit - shift;
    const top = (Math.floor(square / columns) + row0) / perUnit;
    const shares = [...sums.shares.subarray(square * SLOTS, (square + 1) * SLOTS)];
    return {
      x: ((sums.x[square] as number) / count) * window.scale - window.left,
      y: ((sums.y[square] as number) / count) * window.scale - window.top,
      count,
      shares,
      worst: worstOf(shares),
      alarms: sums.alarms[square] as number,
      online: sums.online[square] as number,
      row: sums.row[square] as number,
      boxes: [{ left, top, right: left + 1 / perUnit, bottom: top + 1 / perUnit }],
      copy,
    };
  });
  return { cells, columns };
};

/**
 * Groups what is in the window by squares of `size` pixels. The squares are anchored to the world, so that groups do
 * not flicker while the map is dragged. Where the world repeats, so do its devices.
 */
export const gridOf = (fleet: FleetColumns, window: Window, size: number): Squares[] => {
  const copyAt = (pixel: number) =>
    Math.floor((pixel / window.scale - window.worldLeft) / window.worldWidth);
  const first = copyAt(window.left);
  const last = copyAt(window.left + window.width);
  return Array.from({ length: last - first + 1 }, (_, i) => gather(fleet, window, size, first + i));
};
