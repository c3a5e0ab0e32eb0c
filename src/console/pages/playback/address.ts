import { useCallback } from 'react';
import { MINUTE } from '../../../domain/duration';
import { momentOf } from '../../../domain/figures';
import type { Stretch } from '../../../domain/track/stops';
import { PLAYBACK_PAGE, useMenus } from '../../app';

/** Locks and span to play, epoch ms. */
export interface PlaybackQuery extends Stretch {
  readonly sns: readonly string[];
}

const momentIn = (search: URLSearchParams, name: 'from' | 'to') => {
  const text = search.get(name) ?? '';
  return /^\d+$/.test(text) ? Number(text) : momentOf(text);
};

/** Parses the query of a URL: `?sn=A&sn=B&from=…&to=…`, times in epoch ms or ISO; null if it is incomplete. */
export const parsePlaybackQuery = (search: URLSearchParams): PlaybackQuery | null => {
  const sns = [...new Set(search.getAll('sn').filter((sn) => sn !== ''))];
  const [from, to] = [momentIn(search, 'from'), momentIn(search, 'to')];
  if (sns.length === 0 || typeof from !== 'number' || typeof to !== 'number') return null;
  return to > from ? { sns, from, to } : null;
};

/** Returns the query string of a playback. */
export const playbackSearch = ({ sns, from, to }: PlaybackQuery): string =>
  `?${new URLSearchParams([
    ...sns.map((sn) => ['sn', sn]),
    ['from', String(Math.round(from))],
    ['to', String(Math.round(to))],
  ])}`;

/** Returns the half hour before a moment, which shows how the lock got there. */
export const windowBefore = (moment: number): Stretch => ({
  from: moment - 30 * MINUTE,
  to: moment,
});

/** Returns ten minutes before and after a moment. */
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
