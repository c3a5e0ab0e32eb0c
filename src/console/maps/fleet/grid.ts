import type { LockStatus } from '../../../domain/lock';
import { hasAlarm, isOnline, STATES, slotOfMark, worstOf } from './fleetStore';

/** The fleet in a plane's units. */
export interface FleetColumns {
  readonly x: Float64Array;
  readonly y: Float64Array;
  readonly marks: Uint8Array;
  readonly size: number;
}

/** The part of the plane that is seen, as CanvasView has it. */
export interface GridWindow {
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
interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** Devices drawn as one. */
export interface GridCell {
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
interface Squares {
  readonly cells: readonly (GridCell | undefined)[];
  readonly columns: number;
}

/** One copy of the world. */
const gather = (fleet: FleetColumns, window: GridWindow, size: number, copy: number): Squares => {
  const shift = copy * window.worldWidth;
  const column0 = Math.floor(window.left / size);
  const row0 = Math.floor(window.top / size);
  const columns = Math.floor((window.left + window.width) / size) - column0 + 1;
  const rows = Math.floor((window.top + window.height) / size) - row0 + 1;
  const sums = sumsFor(columns * rows);
  const { count, alarms, online, row: lastRow, shares } = sums;
  const { x: xs, y: ys, marks } = fleet;
  const perUnit = window.scale / size;
  for (let i = 0; i < fleet.size; i++) {
    const x = (xs[i] as number) + shift;
    const y = ys[i] as number;
    const column = Math.floor(x * perUnit) - column0;
    // Written so that NaN, a device that is not drawn, is left out.
    if (!(column >= 0 && column < columns)) continue;
    const row = Math.floor(y * perUnit) - row0;
    if (row < 0 || row >= rows) continue;
    const square = row * columns + column;
    const mark = marks[i] as number;
    (count[square] as number)++;
    (sums.x[square] as number) += x;
    (sums.y[square] as number) += y;
    if (hasAlarm(mark)) (alarms[square] as number)++;
    if (isOnline(mark)) (online[square] as number)++;
    lastRow[square] = i;
    (shares[square * SLOTS + slotOfMark(mark)] as number)++;
  }
  const cells = Array.from(sums.count, (count, square): GridCell | undefined => {
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
export const gridOf = (fleet: FleetColumns, window: GridWindow, size: number): Squares[] => {
  const copyAt = (pixel: number) =>
    Math.floor((pixel / window.scale - window.worldLeft) / window.worldWidth);
  const first = copyAt(window.left);
  const last = copyAt(window.left + window.width);
  return Array.from({ length: last - first + 1 }, (_, i) => gather(fleet, window, size, first + i));
};

/** Radius of a mark, pixels: the count's digits fit. */
export const groupRadius = (count: number): number =>
  count === 1 ? 11 : Math.round(Math.min(27, 13 + Math.log10(count) * 3.6));

/** Width of the ring of shares around a group, pixels. */
export const RING_WIDTH = 5;
const MAX_REACH = 27 + RING_WIDTH;

/** Two marks closer than this share of their radii cover each other. */
const COVERING = 0.8;

const reachOf = (count: number): number => groupRadius(count) + (count > 1 ? RING_WIDTH : 0);

const coveredBy = (a: GridCell, b: GridCell): boolean =>
  Math.hypot(a.x - b.x, a.y - b.y) < (reachOf(a.count) + reachOf(b.count)) * COVERING;

const mergeCells = (a: GridCell, b: GridCell): GridCell => {
  const count = a.count + b.count;
  const shares = a.shares.map((share, slot) => share + (b.shares[slot] ?? 0));
  return {
    x: (a.x * a.count + b.x * b.count) / count,
    y: (a.y * a.count + b.y * b.count) / count,
    count,
    shares,
    worst: worstOf(shares),
    alarms: a.alarms + b.alarms,
    online: a.online + b.online,
    row: a.row,
    boxes: [...a.boxes, ...b.boxes],
    copy: a.copy,
  };
};

/** The squares around one that are near enough for a mark there to cover it. */
const neighbours = (square: number, { cells, columns }: Squares, size: number): number[] => {
  const reach = Math.ceil((2 * MAX_REACH * COVERING) / size);
  const column = square % columns;
  const squares: number[] = [];
  for (let down = -reach; down <= reach; down++) {
    for (let across = -reach; across <= reach; across++) {
      const inRow = column + across >= 0 && column + across < columns;
      const neighbour = square + down * columns + across;
      if (inRow && neighbour !== square && cells[neighbour]) squares.push(neighbour);
    }
  }
  return squares;
};

/**
 * Joins marks that would cover each other across the edges of the grid: the larger takes in the smaller. The cells of
 * all squares as they are to be drawn; `size` is the side of a square.
 */
export const cellsOf = (squares: Squares, size: number): GridCell[] => {
  const living = new Map<number, GridCell>();
  squares.cells.forEach((cell, square) => {
    if (cell) living.set(square, cell);
  });
  const largestFirst = [...living].sort(([, a], [, b]) => b.count - a.count);
  for (const [square] of largestFirst) {
    let cell = living.get(square);
    for (const neighbour of cell ? neighbours(square, squares, size) : []) {
      const other = living.get(neighbour);
      if (!cell || !other || !coveredBy(cell, other)) continue;
      cell = mergeCells(cell, other);
      living.delete(neighbour);
    }
    if (cell) living.set(square, cell);
  }
  return [...living.values()];
};

/** The cell whose mark is at a point of the window; the nearest of several. `slack` is added for fingers. */
export const cellAt = (
  cells: readonly GridCell[],
  x: number,
  y: number,
  slack: number,
): GridCell | null => {
  let best: GridCell | null = null;
  let bestDistance = Infinity;
  for (const cell of cells) {
    const away = Math.hypot(cell.x - x, cell.y - y);
    if (away > groupRadius(cell.count) + slack || away >= bestDistance) continue;
    best = cell;
    bestDistance = away;
  }
  return best;
};

/** Whether two cells of different drawings stand for the same place. */
export const sameCell = (a: GridCell, b: GridCell): boolean => cellKey(a) === cellKey(b);

/** Names a cell while the zoom stays. */
export const cellKey = ({ copy, boxes: [box] }: GridCell): string =>
  `${copy}/${box?.left}/${box?.top}`;
