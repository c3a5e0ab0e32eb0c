const EPOCH = /^\d{9,13}(\.\d+)?$/;
const CALENDAR =
  /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d(?::\d\d(?:\.\d+)?)?)\s*(?:(Z|UTC)|([+-]\d\d):?(\d\d)?)?$/i;

/**
 * A moment as recordings write it: ISO 8601 with a blank for the T and a zone as short as `+00`, or seconds or
 * milliseconds since 1970. Without a zone it is UTC.
 * @returns ms since 1970, undefined for anything else
 */
export const parseTime = (text: string | undefined): number | undefined => {
  const trimmed = text?.trim() ?? '';
  if (EPOCH.test(trimmed)) {
    const value = Number(trimmed);
    return Math.round(value < 1e11 ? value * 1000 : value);
  }
  const [, date, clock, , hours, minutes = '00'] = CALENDAR.exec(trimmed) ?? [];
  if (date === undefined) return undefined;
  const time = Date.parse(`${date}T${clock}${hours === undefined ? 'Z' : `${hours}:${minutes}`}`);
  return Number.isNaN(time) ? undefined : time;
};
