import { MINUTE } from '../../../domain/duration';
import { momentOf } from '../../../domain/figures';
import type { Stretch } from '../../../domain/track/stops';
import { isDay } from '../../../fields/kinds/date.schema';
import { PLAYBACK_PAGE, usePagePath } from '../../app';

/** Locks and frame to play, epoch ms. */
export interface PlaybackQuery extends Stretch {
  readonly sns: readonly string[];
}

/** State of the page in its URL. Without a frame the page finds one: of the day, else the last journey. */
export interface PlaybackAddress {
  readonly sns: readonly string[];
  readonly frame?: Stretch | undefined;
  /** Playback time, epoch ms; the start of the frame by default. */
  readonly at?: number | undefined;
  /** yyyy-MM-dd */
  readonly day?: string | undefined;
}

const momentIn = (search: URLSearchParams, name: 'from' | 'to' | 'at') => {
  const text = search.get(name) ?? '';
  const moment = /^\d+$/.test(text) ? Number(text) : momentOf(text);
  return typeof moment === 'number' && Number.isFinite(moment) ? moment : undefined;
};

/**
 * Parses a query string: `?sn=A&sn=B` with `from=…&to=…` and `at=…`, times in epoch ms or ISO, with `at=…` alone, or with
 * `day=yyyy-MM-dd`.
 */
export const parsePlaybackAddress = (search: URLSearchParams): PlaybackAddress => {
  const sns = [...new Set(search.getAll('sn').filter((sn) => sn !== ''))];
  const [from, to] = [momentIn(search, 'from'), momentIn(search, 'to')];
  if (from !== undefined && to !== undefined && to > from) {
    return { sns, frame: { from, to }, at: momentIn(search, 'at') };
  }
  const at = momentIn(search, 'at');
  if (at !== undefined) return { sns, ...frameAround(at) };
  const day = search.get('day') ?? '';
  return { sns, day: isDay(day) ? day : undefined };
};

export const playbackSearch = ({ sns, frame, at, day }: PlaybackAddress): string => {
  const search = new URLSearchParams(sns.map((sn) => ['sn', sn]));
  for (const [name, moment] of Object.entries({
    from: frame?.from,
    to: frame?.to,
    at: frame && at,
  })) {
    if (moment !== undefined) search.set(name, String(Math.round(moment)));
  }
  if (!frame && day !== undefined) search.set('day', day);
  return `?${search}`;
};

/** Returns the half hour around an event, with the playback time at the event. */
export const frameAround = (moment: number): Pick<PlaybackAddress, 'frame' | 'at'> => ({
  frame: { from: moment - 10 * MINUTE, to: moment + 20 * MINUTE },
  at: moment,
});

/**
 * Returns a function from a lock to the URL of its playback, by default of its last journey; undefined if the operator
 * may not see it.
 */
export const usePlaybackAddress = () => {
  const path = usePagePath(PLAYBACK_PAGE);
  if (path === undefined) return undefined;
  return (sn: string, moment?: Pick<PlaybackAddress, 'frame' | 'at'>) =>
    `${path}${playbackSearch({ sns: [sn], ...moment })}`;
};
