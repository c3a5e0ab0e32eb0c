import { hasPosition } from '../../../domain/geo/geometry';
import { LIVE_COLUMNS, type LiveRow } from '../../../domain/live';
import type { PackSource } from '../../../domain/liveColumns';
import type { LiveBox } from '../../../domain/liveSnapshot';
import type { Visibility } from '../commands/sharing';
import type { LiveFleet } from './liveStore';

/** Locks of the fleet that an organisation sees, as rows of its table. */
export interface VisibleFleet {
  readonly fleet: LiveFleet;
  /** Own locks in ascending order, then borrowed ones. */
  readonly rows: Uint32Array;
  /** Rights of the borrowed locks by row. */
  readonly rights: ReadonlyMap<number, number>;
  readonly withoutAlarms: boolean;
}

export const visibleFleet = (
  fleet: LiveFleet,
  { orgs, borrowed }: Visibility,
  withoutAlarms = false,
): VisibleFleet => {
  const { table } = fleet;
  const orgIds = new Set(orgs);
  const owners = table.numbers.org_id;
  const rights = new Map<number, number>();
  for (const [sn, lent] of borrowed) {
    const row = table.rowOf(sn);
    if (row !== undefined && !orgIds.has(owners[row] as number)) rights.set(row, lent);
  }
  const rows: number[] = [];
  for (let row = 0; row < table.size; row++) {
    if (orgIds.has(owners[row] as number)) rows.push(row);
  }
  return { fleet, rows: Uint32Array.from([...rows, ...rights.keys()]), rights, withoutAlarms };
};

/** Values of rows in columns. A borrowed lock has its rights, and no alarms, because those concern only its owner. */
export const columnsOf = (
  { fleet: { table }, rights, withoutAlarms }: VisibleFleet,
  rows: Uint32Array,
): PackSource => ({
  texts: (name) => Array.from(rows, (row) => table.valueAt(name, row) as string | null),
  numbers: (name) => {
    const column = table.numbers[name];
    const numbers = new Float64Array(rows.length);
    if (withoutAlarms && name === 'alarms') return numbers;
    const isShared = rights.size === 0 || (name !== 'lent' && name !== 'alarms');
    for (let i = 0; i < rows.length; i++) {
      const row = rows[i] as number;
      const right = isShared ? undefined : rights.get(row);
      if (right === undefined) numbers[i] = column[row] as number;
      else numbers[i] = name === 'lent' ? right : 0;
    }
    return numbers;
  },
});

export const liveRowsOf = (visible: VisibleFleet, rows: Uint32Array): LiveRow[] => {
  const source = columnsOf(visible, rows);
  const columns = LIVE_COLUMNS.map((name) =>
    name === 'sn' || name === 'device_name' ? source.texts(name) : source.numbers(name),
  );
  return Array.from(rows, (_, i) =>
    columns.map((column) => (Number.isNaN(column[i]) ? null : column[i])),
  );
};

/** Rows that are close to each other, or that have no position. */
export interface Tile {
  readonly isPlaced: boolean;
  /** In ascending order, which is about that of the serial numbers. */
  readonly rows: Uint32Array;
}

/** Rows that a sort key has room for. */
const MAX_ROWS = 2 ** 24;
const UNITS_PER_DEGREE = 1e6;

/** Sorts rows by a coordinate. The row is part of a number, because numbers sort faster than by a function. */
const sortRows = (rows: Uint32Array, degrees: Float64Array): Uint32Array => {
  const keyOf = (row: number) =>
    Math.round(((degrees[row] as number) + 180) * UNITS_PER_DEGREE) * MAX_ROWS + row;
  const keys = new Float64Array(rows).map(keyOf).sort();
  return new Uint32Array(keys.map((key) => key % MAX_ROWS));
};

/** Splits rows into a number of parts of about the same size. */
const split = (rows: Uint32Array, parts: number): Uint32Array[] =>
  Array.from({ length: parts }, (_, part) =>
    rows.subarray(
      Math.round((part * rows.length) / parts),
      Math.round(((part + 1) * rows.length) / parts),
    ),
  );

/**
 * Splits the fleet into stripes from west to east, and each stripe from south to north. Parts have about the same
 * size and contain neighbouring devices; devices without a position form parts of their own. A small fleet is one
 * part.
 */
export const tilesOf = ({ fleet, rows }: VisibleFleet, maxRows: number): Tile[] => {
  if (rows.length <= maxRows) return [{ isPlaced: true, rows }];
  const { lat, lon } = fleet.table.numbers;
  const placed = rows.filter((row) => hasPosition(lat[row] as number, lon[row] as number));
  const unplaced = rows.filter((row) => !hasPosition(lat[row] as number, lon[row] as number));
  const parts = Math.ceil(placed.length / maxRows);
  const stripes = Math.ceil(Math.sqrt(parts));
  const tiles = split(sortRows(placed, lon), stripes).flatMap((stripe) =>
    split(sortRows(stripe, lat), Math.ceil(stripe.length / maxRows)),
  );
  return [
    ...tiles.map((tile) => ({ isPlaced: true, rows: tile.slice().sort() })),
    ...split(unplaced, Math.ceil(unplaced.length / maxRows)).map((tile) => ({
      isPlaced: false,
      rows: tile,
    })),
  ];
};

/** Bounding box of the rows of a tile, null without positions. */
export const boxOf = ({ fleet }: VisibleFleet, { rows, isPlaced }: Tile): LiveBox | null => {
  if (!isPlaced) return null;
  const { lat, lon } = fleet.table.numbers;
  let [west, south, east, north] = [180, 90, -180, -90];
  for (const row of rows) {
    west = Math.min(west, lon[row] as number);
    east = Math.max(east, lon[row] as number);
    south = Math.min(south, lat[row] as number);
    north = Math.max(north, lat[row] as number);
  }
  return [west, south, east, north];
};

/** Rows in a box, or those without a position. */
export const rowsIn = ({ fleet, rows }: VisibleFleet, box: LiveBox | null): Uint32Array => {
  const { lat, lon } = fleet.table.numbers;
  return rows.filter((row) => {
    const [y, x] = [lat[row] as number, lon[row] as number];
    if (!box) return !hasPosition(y, x);
    const [west, south, east, north] = box;
    return hasPosition(y, x) && x >= west && x <= east && y >= south && y <= north;
  });
};
