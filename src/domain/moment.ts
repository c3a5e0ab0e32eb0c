const pad = (value: number, width = 2) => String(value).padStart(width, '0');

/** `yyyy-MM-dd HH:mm:ss` in the reader's time zone, the form every language and spreadsheet sorts. */
export const localTime = (ms: number): string => {
  const at = new Date(ms);
  const day = `${at.getFullYear()}-${pad(at.getMonth() + 1)}-${pad(at.getDate())}`;
  return `${day} ${pad(at.getHours())}:${pad(at.getMinutes())}:${pad(at.getSeconds())}`;
};

/** A 10-digit number counts seconds, a longer one ms: servers write both. */
const fromNumber = (value: number) => (Math.abs(value) < 1e11 ? value * 1000 : value);

/**
 * A moment in ms since 1970 from whatever servers and spreadsheets write: ms, seconds, digit strings, ISO, or
 * `yyyy-MM-dd HH:mm:ss` in the reader's time zone. Null for nothing, undefined for what cannot be read.
 */
export const momentOf = (value: unknown): number | null | undefined => {
  if (value === null || value === undefined || value === '') return null;
  if (typeof value === 'number') return Number.isFinite(value) ? fromNumber(value) : undefined;
  if (value instanceof Date) return momentOf(value.getTime());
  if (typeof value !== 'string') return undefined;
  if (/^-?\d{9,}$/.test(value)) return fromNumber(Number(value));
  const parsed = Date.parse(value.replace(/^(\d{4})[-/](\d{2})[-/](\d{2}) /, '$1-$2-$3T'));
  return Number.isNaN(parsed) ? undefined : parsed;
};
