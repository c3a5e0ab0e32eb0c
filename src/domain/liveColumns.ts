import { LIVE_COLUMNS, type LiveDevice } from './live';

/**
 * Compressed column of a part of the fleet: plain values, or
 * - texts with shared prefixes, one per line: the length of the prefix shared with the text before (one base-36 digit)
 *   and the rest; an empty line is null
 * - numbers as `(from + offset) / per`
 * - times as the difference by which they precede those of another column
 */
export type LiveColumn =
  | readonly unknown[]
  | { readonly lines: string }
  | { readonly from: number; readonly per: number; readonly offsets: readonly (number | null)[] }
  | { readonly before: keyof LiveDevice; readonly by: readonly (number | null)[] };

/** Devices in columns, named like those of a row. */
export type LiveColumns = { readonly [name in keyof LiveDevice]: LiveColumn };

/** Values of each column, one per device. */
export type LiveValues = { readonly [name in keyof LiveDevice]: readonly unknown[] };

/** Builds the columns from a function of their name. */
export const liveValues = (
  valuesOf: (name: keyof LiveDevice) => readonly unknown[],
): LiveValues => {
  const entries = LIVE_COLUMNS.map((name) => [name, valuesOf(name)]);
  return Object.fromEntries(entries);
};

/**
 * Compresses columns to a third of the size of rows. Latitudes and longitudes are rounded to six decimals, 11 cm.
 * Compresses best if the devices are sorted by serial number.
 */
export const packedColumns = (values: LiveValues): LiveColumns => ({
  ...values,
  sn: packTexts(values.sn),
  device_name: packTexts(values.device_name),
  lat: packNumbers(values.lat, UNITS_PER_DEGREE),
  lon: packNumbers(values.lon, UNITS_PER_DEGREE),
  // Relative to the newest, as most reports are recent: the offsets stay short.
  report_time: packNumbers(values.report_time, -1),
  position_time: packDifferences(values.position_time, 'report_time', values.report_time),
});

/** Unpacks the columns of a response. A column that is missing or has an unknown form is all null. */
export const unpackedColumns = (columns: Partial<LiveColumns>): LiveValues => {
  const values: Partial<Record<keyof LiveDevice, readonly unknown[]>> = {};
  const read = (name: keyof LiveDevice): readonly unknown[] => {
    values[name] ??= unpack(columns[name] ?? [], read);
    return values[name];
  };
  return liveValues(read);
};

/** Six decimals. */
const UNITS_PER_DEGREE = 1e6;
const MAX_SHARED = 35;

const packTexts = (texts: readonly unknown[]): LiveColumn => {
  if (texts.length === 0) return texts;
  let last = '';
  const lines: string[] = [];
  for (const text of texts) {
    if (text !== null && (typeof text !== 'string' || text.includes('\n'))) return texts;
    if (text === null) {
      lines.push('');
      continue;
    }
    const max = Math.min(MAX_SHARED, last.length, text.length);
    let shared = 0;
    while (shared < max && last[shared] === text[shared]) shared++;
    lines.push(shared.toString(36) + text.slice(shared));
    last = text;
  }
  return { lines: lines.join('\n') };
};

const packNumbers = (numbers: readonly unknown[], per: number): LiveColumn => {
  let from = Number.POSITIVE_INFINITY;
  const integers = numbers.map((value) => {
    if (typeof value !== 'number') return null;
    const integer = Math.round(value * per);
    from = Math.min(from, integer);
    return integer;
  });
  if (!Number.isFinite(from)) return numbers;
  return { from, per, offsets: integers.map((value) => (value === null ? null : value - from)) };
};

const packDifferences = (
  times: readonly unknown[],
  before: keyof LiveDevice,
  reference: readonly unknown[],
): LiveColumn => {
  const by: (number | null)[] = [];
  for (const [i, time] of times.entries()) {
    const other = reference[i];
    if (time === null) by.push(null);
    else if (typeof time === 'number' && typeof other === 'number') by.push(other - time);
    else return times;
  }
  return { before, by };
};

const unpack = (
  column: LiveColumn,
  read: (name: keyof LiveDevice) => readonly unknown[],
): readonly unknown[] => {
  if (isPlain(column)) return column;
  if ('lines' in column) return unpackTexts(column.lines);
  if ('offsets' in column) {
    const { from, per, offsets } = column;
    return offsets.map((offset) => (offset === null ? null : (from + offset) / per));
  }
  const reference = read(column.before);
  return column.by.map((by, i) => (by === null ? null : Number(reference[i]) - by));
};

const isPlain = (column: LiveColumn): column is readonly unknown[] => Array.isArray(column);

const unpackTexts = (lines: string): (string | null)[] => {
  let last = '';
  return lines.split('\n').map((line) => {
    if (line === '') return null;
    const shared = sharedLetters(line.charCodeAt(0));
    last = last.slice(0, shared) + line.slice(1);
    return last;
  });
};

const NINE = '9'.charCodeAt(0);
const ZERO = '0'.charCodeAt(0);
const TEN = 'a'.charCodeAt(0) - 10;

/** Parses one base-36 digit from its character code. Creating a string for each digit would dominate the run time. */
const sharedLetters = (code: number): number => code - (code <= NINE ? ZERO : TEN);
