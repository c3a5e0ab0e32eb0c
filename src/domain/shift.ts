import { DAY, MINUTE } from './duration';
import { dayAt, momentAt } from './zone';

/** Default starts of the shifts: `HH:mm`, separated by `/`. */
export const SHIFTS = '08:00/20:00';

/** Parses the starts of the shifts to ascending minutes after midnight; undefined for a malformed or repeated time. */
export const shiftStarts = (text: string): readonly number[] | undefined => {
  const starts = text.split('/').map((each) => {
    const [, hours, minutes] = /^\s*([01]?\d|2[0-3]):([0-5]\d)\s*$/.exec(each) ?? [];
    return hours === undefined ? Number.NaN : Number(hours) * 60 + Number(minutes);
  });
  if (starts.some(Number.isNaN) || new Set(starts).size < starts.length) return undefined;
  return starts.sort((a, b) => a - b);
};

/**
 * Returns the start of the shift that contains a time, in a time zone, epoch ms.
 * @param starts starts of all shifts, minutes after midnight, ascending; midnight if empty
 */
export const shiftStart = (starts: readonly number[], now: number, zone: string): number => {
  const midnight = dayAt(zone, now);
  const on = (daysBefore: number, start: number) =>
    momentAt(zone, midnight - daysBefore * DAY + start * MINUTE);
  const today = starts.map((start) => on(0, start)).filter((start) => start <= now);
  // Before the first shift of a day, the last one of the day before continues.
  return today.at(-1) ?? on(starts.length > 0 ? 1 : 0, starts.at(-1) ?? 0);
};
