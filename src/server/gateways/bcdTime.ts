/** Order of the two-digit parts of a date. */
type DateOrder = 'ddmmyy' | 'yymmdd';

/** Date of a clock that was never set. */
const NO_DATE = '000000';

/**
 * Parses twelve digits, a date and `hhmmss`, in UTC of the years 2000 to 2099. Zeros as the date are the first day of
 * 2000, so that the rule for implausible times decides on them. Returns epoch ms; undefined for an invalid time.
 */
export const parseBcdTime = (text: string, order: DateOrder): number | undefined => {
  if (!/^\d{12}$/.test(text)) return undefined;
  const firstDay = order === 'yymmdd' ? '000101' : '010100';
  const digits = text.startsWith(NO_DATE) ? firstDay + text.slice(NO_DATE.length) : text;
  const [first = 0, month = 0, last = 0, hour = 0, minute = 0, second = 0] = (
    digits.match(/\d\d/g) ?? []
  ).map(Number);
  const [year, day] = order === 'yymmdd' ? [first, last] : [last, first];
  const time = Date.UTC(2000 + year, month - 1, day, hour, minute, second);
  const date = new Date(time);
  const isReal =
    date.getUTCMonth() === month - 1 &&
    date.getUTCDate() === day &&
    hour < 24 &&
    minute < 60 &&
    second < 60;
  return isReal ? time : undefined;
};
