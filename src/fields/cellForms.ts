import { DAY, MINUTE } from '../domain/duration';
import { type UnitLabel, unitText } from '../domain/figures';
import { DEFAULT_LOCALE } from '../domain/label';
import type { CellForm } from './schemas';

/** Serial number of 1970-01-01 in spreadsheets. */
const EPOCH = 25_569;
/** ms. Compensates for spreadsheets that round fractions of a day down. */
const ROUNDED_DOWN = 0.01;

/** Converts a local time, encoded as UTC epoch ms, to a spreadsheet serial number. */
const serialOf = (wall: number): number => wall / DAY + EPOCH;

/** Inverse of `serialOf`. */
const wallOf = (serial: number): number => Math.round((serial - EPOCH) * DAY);

/** True if a number can be a date: spreadsheets count up to the last day of the year 9999. */
const isSerial = (serial: number): boolean => serial > 0 && serial < 2_958_466;

/** Number with an optional unit. @param decimals fixed number of decimals; as many as the value has by default */
export const numberForm = (unit: UnitLabel | undefined, decimals?: number): CellForm => ({
  format: [
    decimals === undefined ? 'General' : `#,##${(0).toFixed(decimals)}`,
    ...(unit ? [`" ${unitText(unit, DEFAULT_LOCALE).replaceAll('"', '')}"`] : []),
  ].join(''),
  write: (value) => (typeof value === 'number' && Number.isFinite(value) ? value : undefined),
});

/** Calendar day. */
export const dayForm: CellForm = {
  format: 'yyyy-mm-dd',
  write: (value) => {
    const wall = Date.parse(`${String(value).slice(0, 10)}T00:00:00Z`);
    return Number.isNaN(wall) ? undefined : serialOf(wall);
  },
  read: (serial) =>
    isSerial(serial) ? new Date(wallOf(serial)).toISOString().slice(0, 10) : undefined,
};

/** Date and time in this machine's time zone. */
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

/** Duration. @param unit length of the value's unit, ms */
export const lengthForm = (unit: number): CellForm => ({
  format: unit < 1000 ? '[h]:mm:ss.000' : '[h]:mm:ss',
  write: (value) => {
    if (typeof value !== 'number') return undefined;
    return (value * unit + (unit < 1000 ? ROUNDED_DOWN : 0)) / DAY;
  },
  read: (serial) => Math.round((serial * DAY) / unit),
});
