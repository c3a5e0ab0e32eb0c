import { useCallback } from 'react';
import { MINUTE } from '../../../domain/duration';
import { momentOf } from '../../../domain/figures';
import type { Stretch } from '../../../domain/track/stops';
import { PLAYBACK_PAGE, useMenus } from '../../shell';

/** What is played: locks, and a range of time in ms since 1970. */
export interface PlaybackQuery extends Stretch {
  readonly sns: readonly string[];
}

const momentIn = (search: URLSearchParams, name: 'from' | 'to') => {
  const text = search.get(name) ?? '';
  return /^\d+$/.test(text) ? Number(text) : momentOf(text);
};

/** What an address asks for: `?sn=A&sn=B&from=…&to=…`, moments in ms since 1970 or ISO; null where that is not whole. */
export const parsePlaybackQuery = (search: URLSearchParams): PlaybackQuery | null => {
  const sns = [...new Set(search.getAll('sn').filter((sn) => sn !== ''))];
  const [from, to] = [momentIn(search, 'from'), momentIn(search, 'to')];
  if (sns.length === 0 || typeof from !== 'number' || typeof to !== 'number') return null;
  return to > from ? { sns, from, to } : null;
};

/** The query of an address that asks for this. */
export const playbackSearch = ({ sns, from, to }: PlaybackQuery): string =>
  `?${new URLSearchParams([
    ...sns.map((sn) => ['sn', sn]),
    ['from', String(Math.round(from))],
    ['to', String(Math.round(to))],
  ])}`;

/** The half hour until a moment: where a lock comes from. */
export const windowBefore = (moment: number): Stretch => ({
  from: moment - 30 * MINUTE,
  to: moment,
});

/** Some minutes on both sides of a moment: how it came to it, and what was next. */
export const windowAround = (moment: number): Stretch => ({
  from: moment - 10 * MINUTE,
  to: moment + 10 * MINUTE,
});

/** Returns a function from a lock to the URL of its playback; undefined if the operator may not see it. */
export const usePlaybackAddress = (): ((sn: string, span: Stretch) => string) | undefined => {
  const { routes } = useMenus();
  const path = routes.find(({ url }) => url === PLAYBACK_PAGE)?.path;
  const address = useCallback(
    (sn: string, span: Stretch) => `${path}${playbackSearch({ sns: [sn], ...span })}`,
    [path],
  );
  return path === undefined ? undefined : address;
};
