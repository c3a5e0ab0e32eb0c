import { MINUTE } from '../../../domain/duration';
import type { Locale } from '../../../domain/label';

/** Height of the map and the panel beside it. */
export const MAP_HEIGHT = 'max(320px, 100vh - 440px)';

const units: Readonly<Record<Locale, readonly [h: string, min: string, s: string]>> = {
  en: [' h', ' min', ' s'],
  zh: [' 小时', ' 分', ' 秒'],
};

/**
 * Formats a duration: "2 h 5 min", "12 min", "40 s".
 * @param ms not negative
 */
export const trackDurationText = (ms: number, locale: Locale): string => {
  const [h, min, s] = units[locale];
  const seconds = Math.round(ms / 1000);
  if (seconds < 60) return `${seconds}${s}`;
  const minutes = Math.round(ms / MINUTE);
  if (minutes < 60) return `${minutes}${min}`;
  const rest = minutes % 60;
  return `${Math.floor(minutes / 60)}${h}${rest > 0 ? ` ${rest}${min}` : ''}`;
};
