import { useTranslate } from 'react-admin';
import { MINUTE } from '../../../domain/duration';
import { lengthText } from '../../../domain/figures';
import type { Locale } from '../../../domain/label';
import type { TrackSums } from '../../../domain/track/motion';
import { useReaderLocale } from '../../../fields/views/reader';

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

/** Returns formatters of sums: of the moves, and of the time in which a lock did not move. They leave out zeros. */
export const useSumTexts = () => {
  const translate = useTranslate();
  const locale = useReaderLocale();
  const time = (name: 'moving' | 'standing' | 'silentFor', ms: number) =>
    ms > 0 ? [translate(`playback.${name}`, { time: trackDurationText(ms, locale) })] : [];
  return {
    moves: ({ metres, moving, unreported }: TrackSums): string[] => {
      const isUnreported = Math.round(unreported) > 0;
      const length = lengthText(unreported, locale);
      return [
        ...(moving > 0 || !isUnreported ? [lengthText(metres, locale)] : []),
        ...time('moving', moving),
        ...(isUnreported ? [translate('playback.unreported', { length })] : []),
      ];
    },
    rest: ({ standing, silent }: TrackSums): string[] => [
      ...time('standing', standing),
      ...time('silentFor', silent),
    ],
  };
};
