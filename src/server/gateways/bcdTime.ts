/** Order of the two-digit parts of a date. */
type DateOrder = 'ddmmyy' | 'yymmdd';

/**
 * Parses twelve digits, a date and `hhmmss`, in UTC of the years 2000 to 2099. Returns epoch ms; undefined for an
 * invalid time.
 */
export const parseBcdTime = (digits: string, order: DateOrder): number | undefined => {
  if (!/^\d{12}$/.test(digits)) return undefined;
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
