import { DAY, MINUTE } from '../domain/duration';
import { type UnitLabel, unitText } from '../domain/figures';
import { DEFAULT_LOCALE } from '../domain/label';
import type { CellForm } from './schemas';

/** The day 1970-01-01 as spreadsheets count days. */
const EPOCH = 25_569;
/** ms: readers round down what a fraction of a day cannot say. */
const ROUNDED_DOWN = 0.01;

/** The number that a spreadsheet keeps of a wall clock time, given as ms since 1970 as if it were UTC. */
const serialOf = (wall: number): number => wall / DAY + EPOCH;

/** ms since 1970, as if it were UTC, of a spreadsheet's number. */
const wallOf = (serial: number): number => Math.round((serial - EPOCH) * DAY);

/** What a spreadsheet counts up to the last day of the year 9999, and larger numbers mean something else. */
const isSerial = (serial: number): boolean => serial > 0 && serial < 2_958_466;

/** A number as it is, or with so many decimals, with its unit behind it. */
export const numberForm = (unit: UnitLabel | undefined, decimals?: number): CellForm => ({
  format: [
    decimals === undefined ? 'General' : `#,##${(0).toFixed(decimals)}`,
    ...(unit ? [`" ${unitText(unit, DEFAULT_LOCALE).replaceAll('"', '')}"`] : []),
  ].join(''),
  write: (value) => (typeof value === 'number' && Number.isFinite(value) ? value : undefined),
});

/** A calendar day. */
export const dayForm: CellForm = {
  format: 'yyyy-mm-dd',
  write: (value) => {
    const wall = Date.parse(`${String(value).slice(0, 10)}T00:00:00Z`);
    return Number.isNaN(wall) ? undefined : serialOf(wall);
  },
  read: (serial) =>
    isSerial(serial) ? new Date(wallOf(serial)).toISOString().slice(0, 10) : undefined,
};

/** A moment as the wall clock of this machine's time zone shows it. */
export const momentForm: CellForm = {
  format: 'yyyy-mm-dd hh:mm:ss',
  write: (value) => {
    if (typeof value !== 'number' || !Number.isFinite(value)) return undefined;
    return serialOf(value + ROUNDED_DOWN - new Date(value).getTimezoneOffset() * MINUTE);
  },
  read: (serial) => {
    if (!isSerial(serial)) return undefined;
    const wall = new Date(wallOf(serial));
    return new Date(
      wall.getUTCFullYear(),
      wall.getUTCMonth(),
      wall.getUTCDate(),
      wall.getUTCHours(),
      wall.getUTCMinutes(),
      wall.getUTCSeconds(),
      wall.getUTCMilliseconds(),
    ).getTime();
  },
};

/** A length of time. @param unit ms of one */
export const lengthForm = (unit: number): CellForm => ({
  format: unit < 1000 ? '[h]:mm:ss.000' : '[h]:mm:ss',
  write: (value) => {
    if (typeof value !== 'number') return undefined;
    return (value * unit + (unit < 1000 ? ROUNDED_DOWN : 0)) / DAY;
  },
  read: (serial) => Math.round((serial * DAY) / unit),
});
