import { type GeoBounds, mercator } from '../../../domain/geo/geometry';
import type { LockGroup } from '../../../domain/liveSnapshot';

/** Share of the locks that the map opens with, if they are closer together than all. */
const SHARE = 0.8;
/** Columns and rows of the grid in which locks are counted. */
const CELLS = 48;
/** The map opens with all locks if the densest ones take more than this share of their extent: less than one zoom level. */
const WORTH_LEAVING_OUT = 0.5;

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
  readonly rows: readonly [first: number, last: number];
  readonly columns: readonly [first: number, last: number];
}

/**
 * Returns the bounds that show most locks best: those of the densest 80 %, or all of them if that brings them hardly
 * nearer.
 * @param all bounds of the groups; `east` exceeds 180 across the antimeridian
 * @param aspect width of the map, divided by its height
 */
export const openingBounds = (
  groups: readonly LockGroup[],
  all: GeoBounds,
  aspect: number,
): GeoBounds => {
  const [low, high] = [mercator(all.south), mercator(all.north)];
  const cellOf = (share: number) => Math.max(0, Math.min(CELLS - 1, Math.floor(share * CELLS)));
  const shifted = groups.map(({ count, box: [west, south, east, north] }) => {
    const turn = (west + east) / 2 < all.west ? 360 : 0;
    return { count, box: [west + turn, south, east + turn, north] as const };
  });
  const placed = shifted.map(({ count, box }) => {
    const [west, south, east, north] = box;
    const x = ((west + east) / 2 - all.west) / (all.east - all.west || 1);
    const y = (mercator((south + north) / 2) - low) / (high - low || 1);
    return { count, box, column: cellOf(x), row: cellOf(y) };
  });
  const counts = Array.from({ length: CELLS }, () => new Float64Array(CELLS));
  for (const { count, column, row } of placed) (counts[row] as Float64Array)[column]! += count;
  const [across, up] = [radians(all.east - all.west) / aspect, high - low];
  const sizeOf = ({ rows, columns }: Window) =>
    Math.max(
      (across * (columns[1] - columns[0] + 1)) / CELLS,
      (up * (rows[1] - rows[0] + 1)) / CELLS,
    );
  const window = densestWindow(counts, sizeOf);
  if (!window || sizeOf(window) > WORTH_LEAVING_OUT * Math.max(across, up)) return all;
  const isIn = (at: number, [first, last]: readonly [number, number]) => at >= first && at <= last;
  const inside = placed.filter(
    ({ column, row }) => isIn(column, window.columns) && isIn(row, window.rows),
  );
  const bounds = { south: 90, west: 540, north: -90, east: -180 };
  for (const { box } of inside) extend(bounds, box);
  return bounds;
};

const radians = (degrees: number) => (degrees / 180) * Math.PI;

/** Returns the smallest window with the share of the locks. It tries all: 1,200 ranges of rows, and the columns of each. */
const densestWindow = (
  counts: readonly Float64Array[],
  sizeOf: (window: Window) => number,
): Window | undefined => {
  const total = counts.reduce((all, row) => all + sum(row), 0);
  let best: Window | undefined;
  let smallest = Number.POSITIVE_INFINITY;
  for (let first = 0; first < CELLS; first++) {
    const columns = new Float64Array(CELLS);
    for (let last = first; last < CELLS; last++) {
      counts[last]?.forEach((count, column) => {
        columns[column]! += count;
      });
      const range = narrowestRange(columns, SHARE * total);
      if (!range) continue;
      const window = { rows: [first, last], columns: range } as const;
      if (sizeOf(window) >= smallest) continue;
      smallest = sizeOf(window);
      best = window;
    }
  }
  return best;
};

const sum = (counts: Float64Array) => counts.reduce((all, count) => all + count, 0);

/** Returns the narrowest range of columns with at least so many locks. */
const narrowestRange = (
  columns: Float64Array,
  least: number,
): readonly [first: number, last: number] | undefined => {
  let best: readonly [number, number] | undefined;
  let held = 0;
  let first = 0;
  columns.forEach((count, last) => {
    held += count;
    while (held - (columns[first] as number) >= least) held -= columns[first++] as number;
    if (held >= least && (!best || last - first < best[1] - best[0])) best = [first, last];
  });
  return best;
};
