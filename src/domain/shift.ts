import { DAY, MINUTE } from './duration';
import { dayAt, momentAt } from './zone';

/** When shifts begin where nobody says otherwise: `HH:mm`, joined by `/`. */
export const SHIFTS = '08:00/20:00';

/** When shifts begin, minutes after midnight, in the order of the day; undefined for what does not say it. */
export const shiftStarts = (text: string): readonly number[] | undefined => {
  const starts = text.split('/').map((each) => {
    const [, hours, minutes] = /^\s*([01]?\d|2[0-3]):([0-5]\d)\s*$/.exec(each) ?? [];
    return hours === undefined ? Number.NaN : Number(hours) * 60 + Number(minutes);
  });
  if (starts.some(Number.isNaN) || new Set(starts).size < starts.length) return undefined;
  return starts.sort((a, b) => a - b);
};

/**
 * When the shift of a moment began, ms since 1970, by the clocks of a zone.
 * @param starts of all shifts of a day, minutes after midnight, ascending; none means midnight
 */
export const shiftStart = (starts: readonly number[], now: number, zone: string): number => {
  const midnight = dayAt(zone, now);
  const on = (daysBefore: number, start: number) =>
    momentAt(zone, midnight - daysBefore * DAY + start * MINUTE);
  const today = starts.map((start) => on(0, start)).filter((start) => start <= now);
  // Before the first shift of a day the last of the day before goes on.
  return today.at(-1) ?? on(starts.length > 0 ? 1 : 0, starts.at(-1) ?? 0);
};
