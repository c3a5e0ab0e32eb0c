import type { Cell, Squares } from './grid';
import { worstOf } from './states';

/** Radius of a mark, pixels: the count's digits fit. */
export const radiusOf = (count: number): number =>
  count === 1 ? 11 : Math.round(Math.min(27, 13 + Math.log10(count) * 3.6));

/** The ring of shares around a group. */
const RING = 5;
const MAX_REACH = 27 + RING;

/** Two marks closer than this share of their radii cover each other. */
const COVERING = 0.8;

const reachOf = (count: number): number => radiusOf(count) + (count > 1 ? RING : 0);

const coveredBy = (a: Cell, b: Cell): boolean =>
  Math.hypot(a.x - b.x, a.y - b.y) < (reachOf(a.count) + reachOf(b.count)) * COVERING;

const joined = (a: Cell, b: Cell): Cell => {
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
  const found: number[] = [];
  for (let down = -reach; down <= reach; down++) {
    for (let across = -reach; across <= reach; across++) {
      const inRow = column + across >= 0 && column + across < columns;
      const neighbour = square + down * columns + across;
      if (inRow && neighbour !== square && cells[neighbour]) found.push(neighbour);
    }
  }
  return found;
};

/**
 * Joins marks that would cover each other across the edges of the grid: the larger takes in the smaller. The cells of
 * all squares as they are to be drawn; `size` is the side of a square.
 */
export const cellsOf = (squares: Squares, size: number): Cell[] => {
  const living = new Map<number, Cell>();
  squares.cells.forEach((cell, square) => {
    if (cell) living.set(square, cell);
  });
  const largestFirst = [...living].sort(([, a], [, b]) => b.count - a.count);
  for (const [square] of largestFirst) {
    let cell = living.get(square);
    for (const neighbour of cell ? neighbours(square, squares, size) : []) {
      const other = living.get(neighbour);
      if (!cell || !other || !coveredBy(cell, other)) continue;
      cell = joined(cell, other);
      living.delete(neighbour);
    }
    if (cell) living.set(square, cell);
  }
  return [...living.values()];
};

/** The cell whose mark is at a point of the window; the nearest of several. `slack` is added for fingers. */
export const cellAt = (
  cells: readonly Cell[],
  x: number,
  y: number,
  slack: number,
): Cell | null => {
  let best: Cell | null = null;
  let bestDistance = Infinity;
  for (const cell of cells) {
    const away = Math.hypot(cell.x - x, cell.y - y);
    if (away > radiusOf(cell.count) + slack || away >= bestDistance) continue;
    best = cell;
    bestDistance = away;
  }
  return best;
};

/** Whether two cells of different drawings stand for the same place. */
export const sameCell = (a: Cell, b: Cell): boolean => cellKey(a) === cellKey(b);

/** Names a cell while the zoom stays. */
export const cellKey = ({ copy, boxes: [box] }: Cell): string => `${copy}/${box?.left}/${box?.top}`;
