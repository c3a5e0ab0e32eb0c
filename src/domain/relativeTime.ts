import { type Locale, textOf } from './label';

const steps = [
  ['minute', 60],
  ['hour', 24],
  ['day', 30],
  ['month', 12],
  ['year', Number.POSITIVE_INFINITY],
] as const;

const formats = {
  en: new Intl.RelativeTimeFormat('en'),
  zh: new Intl.RelativeTimeFormat('zh-CN'),
};

const NOW = ['now', '刚刚'] as const;

/**
 * How long ago a moment is, or how far ahead: "3 minutes ago", "in 2 days"; within a minute it is now, as clocks of
 * devices differ that much. Both in ms since 1970.
 */
export const relativeTime = (at: number, now: number, locale: Locale): string => {
  let amount = (at - now) / 60_000;
  if (Math.abs(amount) < 1) return textOf(NOW, locale);
  for (const [unit, size] of steps) {
    if (Math.abs(amount) < size) return formats[locale].format(Math.trunc(amount), unit);
    amount /= size;
  }
  return '';
};
