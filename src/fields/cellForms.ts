import { DAY, SECOND } from '../domain/duration';
import { type UnitLabel, unitText } from '../domain/figures';
import { DEFAULT_LOCALE } from '../domain/label';
import { momentAt, ownZone, wallTime } from '../domain/zone';
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

export const dayForm: CellForm = {
  format: 'yyyy-mm-dd',
  write: (value) => {
    const wall = Date.parse(`${String(value).slice(0, 10)}T00:00:00Z`);
    return Number.isNaN(wall) ? undefined : serialOf(wall);
  },
  read: (serial) =>
    isSerial(serial) ? new Date(wallOf(serial)).toISOString().slice(0, 10) : undefined,
};

/**
 * Serial number of 1900-03-01. Before it spreadsheets count a 29 February 1900 that never was, and before 1900 they
 * have no dates.
 */
const FIRST_SERIAL = 61;

/**
 * Date and time in a time zone. A time that its local time does not tell, because clocks were put back, has no number;
 * the same holds for a time that spreadsheets cannot count.
 * @param zone IANA name; that of this machine by default
 */
export const momentForm = (zone = ownZone()): CellForm => ({
  format: 'yyyy-mm-dd hh:mm:ss',
  zoned: true,
  write: (value) => {
    if (typeof value !== 'number' || !Number.isFinite(value)) return undefined;
    const second = Math.floor(value / SECOND) * SECOND;
    const wall = wallTime(zone, second);
    const serial = serialOf(wall + value - second + ROUNDED_DOWN);
    const isCounted = serial >= FIRST_SERIAL && isSerial(serial);
    return isCounted && momentAt(zone, wall) === second ? serial : undefined;
  },
  read: (serial) => {
    if (!isSerial(serial)) return undefined;
    const wall = wallOf(serial);
    const second = Math.floor(wall / SECOND) * SECOND;
    return momentAt(zone, second) + wall - second;
  },
});

/** Duration. @param unit length of the value's unit, ms */
export const lengthForm = (unit: number): CellForm => ({
  format: unit < 1000 ? '[h]:mm:ss.000' : '[h]:mm:ss',
  write: (value) => {
    if (typeof value !== 'number') return undefined;
    return (value * unit + (unit < 1000 ? ROUNDED_DOWN : 0)) / DAY;
  },
  read: (serial) => Math.round((serial * DAY) / unit),
});
