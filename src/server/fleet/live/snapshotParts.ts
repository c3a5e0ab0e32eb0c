import { LIVE_COLUMNS, type LiveDevice } from '../../../domain/live';
import { packedColumns } from '../../../domain/liveColumns';
import type { LiveBox } from '../../../domain/liveSnapshot';
import { EncodedAnswer, TextChunk } from '../../calls/endpoint';
import { isBehind, type LiveCursor } from './liveCursor';
import { columnsOf, type Tile, type VisibleFleet } from './visibleFleet';

/** Part of a snapshot. Its columns are packed at the first request, and anew if an index needs newer values. */
export interface Part extends Tile {
  fixed?: { readonly version: number; readonly text: TextChunk };
  packed?: { readonly cursor: LiveCursor; readonly answer: EncodedAnswer };
}

/**
 * Higher than of other answers, because many clients read the same part, some over slow connections. Level 6 takes twice
 * the time for 1 % less.
 */
const COMPRESSION_LEVEL = 4;

/** Columns that reports do not change. They are packed anew only if an operator changed them. */
const FIXED_COLUMNS: readonly (keyof LiveDevice)[] = [
  'sn',
  'device_name',
  'org_id',
  'protocol',
  'lent',
];
const MOVING_COLUMNS = LIVE_COLUMNS.filter((name) => !FIXED_COLUMNS.includes(name));

const BEGIN = new TextChunk('{');

/**
 * Returns a part (LivePart) with values of a cursor or newer.
 * @param visible fleet in which the rows of the part hold the devices that they held when it was cut
 */
export const partAnswer = (
  visible: VisibleFleet,
  part: Part,
  cursor: LiveCursor,
): EncodedAnswer => {
  if (part.packed && !isBehind(part.packed.cursor, cursor)) return part.packed.answer;
  const source = columnsOf(visible, part.rows);
  const fields = (names: readonly (keyof LiveDevice)[]) =>
    JSON.stringify(packedColumns(source, names)).slice(1, -1);
  const { fleet } = visible;
  if (!part.fixed || fleet.isRenamed(part.rows, part.fixed.version)) {
    const text = new TextChunk(`,${fields(FIXED_COLUMNS)}}}`, COMPRESSION_LEVEL);
    part.fixed = { version: fleet.version, text };
  }
  const moving = new TextChunk(`"columns":{${fields(MOVING_COLUMNS)}`, COMPRESSION_LEVEL);
  const answer = new EncodedAnswer([BEGIN, moving, part.fixed.text]);
  part.packed = { cursor: fleet.cursor, answer };
  return answer;
};

/** Adds a part to the JSON of an object. @param json object without its last brace */
export const withPart = (json: string, part: EncodedAnswer): EncodedAnswer =>
  new EncodedAnswer([new TextChunk(`${json},`), ...part.pieces.slice(1)]);

const UNPLACED = 'unplaced';

/** Returns the id of a part: cursor, box, and the layout that it belongs to. */
export const partId = (cursor: LiveCursor, box: LiveBox | null, layoutId: string): string =>
  `${cursor}:${box === null ? UNPLACED : box.join()}:${layoutId}`;

/** Parses the box of an id: null for devices without a position, undefined for an invalid id. */
export const boxOfId = (id: string): LiveBox | null | undefined => {
  const [, where] = /^\d{1,20}:([^:]{1,120}):\w{1,20}$/.exec(id) ?? [];
  if (where === UNPLACED) return null;
  const edges = (where ?? '').split(',').map(Number);
  const [west, south, east, north] = edges;
  if (edges.length !== 4 || !edges.every(Number.isFinite)) return undefined;
  return [west as number, south as number, east as number, north as number];
};
