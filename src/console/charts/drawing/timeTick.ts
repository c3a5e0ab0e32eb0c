import type { Locale } from '../../../domain/label';

const DAY = 86_400_000;

/** A moment on the axis of a span (ms): the time of day within two days, else the day. */
export const timeTick = (at: number, span: number, locale: Locale): string =>
  new Intl.DateTimeFormat(
    locale,
    span <= 2 * DAY
      ? { hour: '2-digit', minute: '2-digit', hour12: false }
      : { month: 'short', day: 'numeric' },
  ).format(at);
