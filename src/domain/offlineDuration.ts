import type { Locale } from './label';

export type OfflineUnit = 'minutes' | 'hours' | 'days';

export interface OfflineDuration {
  readonly count: number;
  readonly unit: OfflineUnit;
}

/** A lock that has been silent no longer than this, ms, is not called offline for any time. Specification section 4. */
export const OFFLINE_SHOWN_AFTER = 6_000;

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/**
 * How long a lock has been offline, in the largest whole unit: minutes under 1 hour, hours under 1 day, else days.
 * Specification section 4. What is shown at all is at least one minute.
 * @param silence ms since the lock was last heard
 * @returns null for 6 s and less, and for a time that is not known
 */
export const offlineDuration = (silence: number): OfflineDuration | null => {
  if (!(silence > OFFLINE_SHOWN_AFTER)) return null;
  if (silence < HOUR) return { count: Math.max(1, Math.floor(silence / MINUTE)), unit: 'minutes' };
  if (silence < DAY) return { count: Math.floor(silence / HOUR), unit: 'hours' };
  return { count: Math.floor(silence / DAY), unit: 'days' };
};

const names: { readonly [L in Locale]: { readonly [U in OfflineUnit]: string } } = {
  en: { minutes: 'min', hours: 'h', days: 'd' },
  zh: { minutes: '分钟', hours: '小时', days: '天' },
};

/** The same in few letters: "5 min", "3 小时"; null where no time is shown. */
export const offlineText = (silence: number, locale: Locale): string | null => {
  const shown = offlineDuration(silence);
  return shown && `${shown.count} ${names[locale][shown.unit]}`;
};
