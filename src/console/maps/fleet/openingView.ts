import { type GeoBounds, mercator } from '../../../domain/geo/geometry';
import type { LockGroup } from '../../../domain/liveSnapshot';

/** Share of the locks that the map opens with, if they are closer together than all. */
const MAJORITY = 0.8;
/** Share that is enough for a region with twice as many locks as any other of its size. */
const REGION = 0.45;
/** Columns and rows of the grid in which locks are counted. */
const CELLS = 48;
/** Shares of the extent of all locks: two zoom levels nearer, and one, which is the least that is worth leaving out any. */
const NEAR = 0.25;
const NEARER = 0.5;

/** Returns the smallest box around groups, which do not cross the antimeridian; undefined without any. */
export const boundsOfGroups = (groups: readonly LockGroup[]): GeoBounds | undefined => {
  if (groups.length === 0) return undefined;
  const bounds = { south: 90, west: 180, north: -90, east: -180 };
  for (const { box } of groups) extend(bounds, box);
  return bounds;
};

const extend = (bounds: GeoBounds, [west, south, east, north]: LockGroup['box']): void => {
  bounds.west = Math.min(bounds.west, west);
  bounds.south = Math.min(bounds.south, south);
  bounds.east = Math.max(bounds.east, east);
  bounds.north = Math.max(bounds.north, north);
};

/** Part of the grid, from the first to the last row and column. */
interface Window {
  readonly rows: Range;
  readonly columns: Range;
}

/** Number of locks in each cell, by row and column. */
type Counts = readonly Float64Array[];

/**
 * Returns the bounds that show most locks best: those of the densest 80 %, else of the region with most locks by far, or
 * all of them if that brings them hardly nearer.
 * @param all bounds of the groups; `east` exceeds 180 across the antimeridian
 * @param aspect width of the map, divided by its height
 */
export const openingBounds = (
  groups: readonly LockGroup[],
  all: GeoBounds,
  aspect: number,
): GeoBounds => {
  const placed = placedIn(groups, all);
  const counts = Array.from({ length: CELLS }, () => new Float64Array(CELLS));
  for (const { count, column, row } of placed) (counts[row] as Float64Array)[column]! += count;
  const width = radians(all.east - all.west) / aspect;
  const height = mercator(all.north) - mercator(all.south);
  const sizeOf = ({ rows, columns }: Window) =>
    Math.max((width * lengthOf(columns)) / CELLS, (height * lengthOf(rows)) / CELLS);
  const total = sum(counts);
  const within = (share: number, window: Window | undefined) =>
    window && sizeOf(window) <= share * Math.max(width, height) ? window : undefined;
  const majority = densestWindow(counts, MAJORITY * total, sizeOf);
  const many = densestWindow(counts, REGION * total, sizeOf);
  const region = many && !hasRival(counts, many, sizeOf) ? many : undefined;
  const window = within(NEAR, majority) ?? within(NEAR, region) ?? within(NEARER, majority);
  if (!window) return all;
  const [columns, rows] = [widened(window.columns), widened(window.rows)];
  const bounds = { south: 90, west: 540, north: -90, east: -180 };
  for (const { column, row, box } of placed)
    if (isIn(column, columns) && isIn(row, rows)) extend(bounds, box);
  return bounds;
};

/** Returns the groups with their cells. */
const placedIn = (groups: readonly LockGroup[], all: GeoBounds) => {
  const low = mercator(all.south);
  const cellOf = (share: number) => Math.max(0, Math.min(CELLS - 1, Math.floor(share * CELLS)));
  return groups.map(({ count, box: [west, south, east, north] }) => {
    const turn = (west + east) / 2 < all.west ? 360 : 0;
    const x = ((west + east) / 2 + turn - all.west) / (all.east - all.west || 1);
    const y = (mercator((south + north) / 2) - low) / (mercator(all.north) - low || 1);
    const box = [west + turn, south, east + turn, north] as const;
    return { count, box, column: cellOf(x), row: cellOf(y) };
  });
};

type Range = readonly [first: number, last: number];

const lengthOf = ([first, last]: Range) => last - first + 1;
const isIn = (at: number, [first, last]: Range) => at >= first && at <= last;

/** Adds a quarter of the length at each end, because the locks just beside a region belong to it. */
const widened = ([first, last]: Range): Range => {
  const margin = (last - first + 1) / 4;
  return [first - margin, last + margin];
};

/** True if locks elsewhere are as close together, and half as many. */
const hasRival = (
  counts: Counts,
  { rows, columns }: Window,
  sizeOf: (window: Window) => number,
): boolean => {
  const elsewhere = counts.map((row, at) =>
    row.map((count, column) => (isIn(at, rows) && isIn(column, columns) ? 0 : count)),
  );
  const rival = densestWindow(elsewhere, (sum(counts) - sum(elsewhere)) / 2, sizeOf);
  return rival !== undefined && sizeOf(rival) <= sizeOf({ rows, columns });
};

const radians = (degrees: number) => (degrees / 180) * Math.PI;

/** Returns the smallest window with so many locks. It tries all: 1,200 ranges of rows, and the columns of each. */
const densestWindow = (
  counts: Counts,
  least: number,
  sizeOf: (window: Window) => number,
): Window | undefined => {
  let best: Window | undefined;
  let smallest = Number.POSITIVE_INFINITY;
  for (let first = 0; first < CELLS; first++) {
    const columns = new Float64Array(CELLS);
    for (let last = first; last < CELLS; last++) {
      counts[last]?.forEach((count, column) => {
        columns[column]! += count;
      });
      const range = narrowestRange(columns, least);
      if (!range) continue;
      const window = { rows: [first, last], columns: range } as const;
      if (sizeOf(window) >= smallest) continue;
      smallest = sizeOf(window);
      best = window;
    }
  }
  return best;
};

const sum = (counts: Counts) =>
  counts.reduce((all, row) => row.reduce((inRow, count) => inRow + count, all), 0);

/** Returns the narrowest range of columns with at least so many locks. */
const narrowestRange = (columns: Float64Array, least: number): Range | undefined => {
  let best: Range | undefined;
  let total = 0;
  let first = 0;
  columns.forEach((count, last) => {
    total += count;
    while (total - (columns[first] as number) >= least) total -= columns[first++] as number;
    if (total >= least && (!best || last - first < best[1] - best[0])) best = [first, last];
  });
  return best;
};
