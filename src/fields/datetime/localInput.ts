import { localTime } from '../../domain/moment';

/** A moment as a browser's date and time input holds it, `yyyy-MM-ddTHH:mm:ss` in the reader's time zone. */
export const toLocalInput = (value: unknown): string =>
  typeof value === 'number' ? localTime(value).replace(' ', 'T') : '';

/** The moment such an input holds, ms since 1970; null while it is incomplete. */
export const fromLocalInput = (text: unknown): number | null => {
  const ms = typeof text === 'string' ? Date.parse(text) : Number.NaN;
  return Number.isNaN(ms) ? null : ms;
};
