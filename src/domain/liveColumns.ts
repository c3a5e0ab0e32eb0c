import { LIVE_COLUMNS, type LiveDevice } from './live';

/**
 * Compressed column of a part of the fleet: plain values, or
 * - texts with shared prefixes, one per line: the length of the prefix shared with the text before (one base-36 digit)
 *   and the rest; an empty line is null
 * - texts of one prefix and a number, as the steps from each number to the next
 * - numbers as digits
 */
export type LiveColumn =
  | readonly unknown[]
  | { readonly lines: string }
  | SerialColumn
  | DigitColumn;

/**
 * Numbers of `width` digits in base 93: the lowest digits of all numbers, then their second digits, and so on. Digits of
 * one place compress better together. The digits 0 to 92 are the printable ASCII characters in their order, without `"`
 * and `\`, which JSON would escape. 0 is null, any other `n` is `(from + n) / per`, or with `before` the difference by
 * which the number precedes that of another column.
 */
interface DigitColumn {
  readonly digits: string;
  readonly width: number;
  readonly from: number;
  readonly per: number;
  readonly before?: NumberColumn;
}

/** Texts of a prefix and a number with `places` digits: `start` and all steps up to it. The first step is 0. */
interface SerialColumn extends DigitColumn {
  readonly prefix: string;
  readonly places: number;
  readonly start: number;
}

type TextColumn = 'sn' | 'device_name';
export type NumberColumn = Exclude<keyof LiveDevice, TextColumn>;

export const NUMBER_COLUMNS = LIVE_COLUMNS.filter(
  (name): name is NumberColumn => name !== 'sn' && name !== 'device_name',
);

/** Devices in columns, named like those of a row. */
export type LiveColumns = { readonly [name in keyof LiveDevice]: LiveColumn };

/** Values of each column, one per device. Numbers in a typed array are NaN for null. */
export type LiveValues = { readonly [name in TextColumn]: readonly unknown[] } & {
  readonly [name in NumberColumn]: readonly unknown[] | Float64Array;
};

/** Builds the columns from a function of their name. */
export const liveValues = (
  valuesOf: (name: keyof LiveDevice) => readonly unknown[] | Float64Array,
): LiveValues => {
  const entries = LIVE_COLUMNS.map((name) => [name, valuesOf(name)]);
  return Object.fromEntries(entries);
};

/** Values to pack, by column. Numbers are NaN for null. */
export interface PackSource {
  texts(name: TextColumn): readonly (string | null)[];
  numbers(name: NumberColumn): Float64Array;
}

/**
 * Compresses columns to a third of the size of rows. Latitudes and longitudes are rounded to six decimals, 11 cm. Texts
 * compress best if the devices are sorted by serial number.
 */
export const packedColumns = (
  source: PackSource,
  names: readonly (keyof LiveDevice)[] = LIVE_COLUMNS,
): Partial<LiveColumns> =>
  Object.fromEntries(names.map((name) => [name, packedColumn(name, source)]));

const packedColumn = (name: keyof LiveDevice, source: PackSource): LiveColumn => {
  if (name === 'sn' || name === 'device_name') {
    const texts = source.texts(name);
    return packSerials(texts) ?? packLines(texts);
  }
  const numbers = source.numbers(name);
  if (name === 'lat' || name === 'lon') return packNumbers(numbers, UNITS_PER_DEGREE);
  const differences =
    name === 'position_time' &&
    packDifferences(numbers, 'report_time', source.numbers('report_time'));
  return differences || packNumbers(numbers);
};

/** Unpacks the columns of a response. A column that is missing or has an unknown form is all null. */
export const unpackedColumns = (columns: Partial<LiveColumns>): LiveValues => {
  const values: Partial<Record<keyof LiveDevice, readonly unknown[] | Float64Array>> = {};
  const read = (name: keyof LiveDevice): readonly unknown[] | Float64Array => {
    values[name] ??= unpack(columns[name] ?? [], read);
    return values[name];
  };
  return liveValues(read);
};

/** Six decimals. */
const UNITS_PER_DEGREE = 1e6;
const MAX_SHARED = 35;

const packSerials = (texts: readonly (string | null)[]): SerialColumn | undefined => {
  const [first, prefix = '', digits = ''] = /^(.*?)(\d{1,15})$/.exec(texts[0] ?? '') ?? [];
  if (first === undefined) return undefined;
  const start = Number(digits);
  const steps = new Float64Array(texts.length);
  let last = start;
  for (const [i, text] of texts.entries()) {
    const isAlike = text?.length === first.length && text.startsWith(prefix);
    const number = isAlike ? wholeNumber(text, prefix.length) : Number.NaN;
    if (Number.isNaN(number)) return undefined;
    steps[i] = number - last;
    last = number;
  }
  return { ...packDigits(steps, 1), prefix, places: digits.length, start };
};

/** Number of the digits from an index on, at most 15; NaN if there are other characters. */
const wholeNumber = (text: string, from: number): number => {
  let number = 0;
  for (let i = from; i < text.length; i++) {
    const digit = text.charCodeAt(i) - ZERO;
    if (digit < 0 || digit > 9) return Number.NaN;
    number = number * 10 + digit;
  }
  return number;
};

const unpackSerials = (column: SerialColumn): string[] => {
  const { prefix, places, start } = column;
  let number = start;
  return Array.from(unpackDigits(column), (step) => {
    number += step;
    return prefix + String(number).padStart(places, '0');
  });
};

const packLines = (texts: readonly (string | null)[]): LiveColumn => {
  if (texts.length === 0 || texts.some((text) => text?.includes('\n'))) return texts;
  let last = '';
  const lines: string[] = [];
  for (const text of texts) {
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

/** Units in which numbers may be whole. */
const UNITS = [1, 10, 100, 1_000];

const packNumbers = (
  numbers: Float64Array,
  per = UNITS.find((unit) =>
    numbers.every((number) => Number.isNaN(number) || Math.round(number * unit) / unit === number),
  ),
): LiveColumn =>
  per
    ? packDigits(numbers, per)
    : Array.from(numbers, (number) => (Number.isNaN(number) ? null : number));

const packDigits = (numbers: Float64Array, per: number): DigitColumn => {
  let min = Number.POSITIVE_INFINITY;
  let max = Number.NEGATIVE_INFINITY;
  const units = numbers.map((number) => {
    const unit = Math.round(number * per);
    if (unit < min) min = unit;
    if (unit > max) max = unit;
    return unit;
  });
  const from = min <= max ? min - 1 : 0;
  let width = 1;
  while (BASE ** width <= max - from) width++;
  return { digits: digitsOf(units, from, width), width, from, per };
};

const packDifferences = (
  times: Float64Array,
  before: NumberColumn,
  reference: Float64Array,
): LiveColumn | undefined => {
  if (times.some((time, i) => !Number.isNaN(time) && Number.isNaN(reference[i]))) return undefined;
  const packed = packNumbers(times.map((time, i) => (reference[i] as number) - time));
  return 'digits' in packed ? { ...packed, before } : undefined;
};

const QUOTE = 34;
const BACKSLASH = 92;
const CODES = Uint8Array.from({ length: 95 }, (_, i) => 32 + i).filter(
  (code) => code !== QUOTE && code !== BACKSLASH,
);
const BASE = CODES.length;
const DIGITS = new Uint8Array(128);
for (const [digit, code] of CODES.entries()) DIGITS[code] = digit;

/** Digits that 32 bits hold. Divisions of such integers are several times faster. */
const LOW_DIGITS = 4;
const LOW = BASE ** LOW_DIGITS;

const digitsOf = (units: Float64Array, from: number, width: number): string => {
  const count = units.length;
  const bytes = new Uint8Array(count * width);
  for (let i = 0; i < count; i++) {
    const unit = units[i] as number;
    let high = Number.isNaN(unit) ? 0 : unit - from;
    let rest = 0;
    for (let digit = 0; digit < width; digit++) {
      if (digit % LOW_DIGITS === 0) {
        rest = (high % LOW) | 0;
        high = (high - rest) / LOW;
      }
      const next = (rest / BASE) | 0;
      bytes[digit * count + i] = CODES[rest - next * BASE] as number;
      rest = next;
    }
  }
  return new TextDecoder().decode(bytes);
};

const unpackDigits = ({ digits, width, from, per }: DigitColumn): Float64Array => {
  const count = digits.length / width;
  const numbers = new Float64Array(count);
  for (let at = digits.length - 1; at >= 0; at--) {
    const i = at % count;
    numbers[i] = (numbers[i] as number) * BASE + (DIGITS[digits.charCodeAt(at)] as number);
  }
  return numbers.map((number) => (number === 0 ? Number.NaN : (from + number) / per));
};

const unpack = (
  column: LiveColumn,
  read: (name: keyof LiveDevice) => readonly unknown[] | Float64Array,
): readonly unknown[] | Float64Array => {
  if (!('lines' in column || 'digits' in column)) return column;
  if ('lines' in column) return unpackTexts(column.lines);
  if ('prefix' in column) return unpackSerials(column);
  const numbers = unpackDigits(column);
  if (!column.before) return numbers;
  const reference = read(column.before);
  return numbers.map((by, i) => Number(reference[i]) - by);
};

const unpackTexts = (lines: string): (string | null)[] => {
  let last = '';
  return lines.split('\n').map((line) => {
    if (line === '') return null;
    // From the character code: a string for each digit would dominate the run time.
    const code = line.charCodeAt(0);
    const shared = code - (code <= NINE ? ZERO : TEN);
    last = last.slice(0, shared) + line.slice(1);
    return last;
  });
};

const NINE = '9'.charCodeAt(0);
const ZERO = '0'.charCodeAt(0);
const TEN = 'a'.charCodeAt(0) - 10;
