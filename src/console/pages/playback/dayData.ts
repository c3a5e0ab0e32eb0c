import { type QueryClient, useQuery } from '@tanstack/react-query';
import { type RaRecord, useDataProvider } from 'react-admin';
import { DAY, MINUTE } from '../../../domain/duration';
import { dayParts, journeysOf, OUTLINE_PARTS } from '../../../domain/track/day';
import type { Stretch } from '../../../domain/track/stops';
import { type Track, type TrackRecord, trackOfWire } from '../../../domain/track/track';
import { CALL } from '../../../protocol';
import {
  type ConsoleDataProvider,
  callIfPresent,
  lockFilter,
  typedCalls,
  useReadableEntities,
} from '../../data';
import type { PlaybackQuery } from './address';
import { freshness, isTrack, readMarks, type UnplacedMark } from './playbackData';

/** Loads the outlines of some locks for a day, null if the server has none; idle while `day` is undefined. */
export const useDayOutlines = (sns: readonly string[], day: Stretch | undefined) => {
  const dataProvider = useDataProvider<ConsoleDataProvider>();
  return useQuery({
    queryKey: ['track', 'outline', sns, day?.from],
    enabled: sns.length > 0 && day !== undefined,
    ...freshness(day?.to ?? 0),
    structuralSharing: false,
    queryFn: ({ signal, client }) => {
      const { from, to } = day as Stretch;
      return readOutlines({ dataProvider, client }, { sns, from, to: to - 1 }, signal);
    },
  });
};

/** Loads the events of each lock for a day; idle while `day` is undefined. */
export const useDayMarks = (sns: readonly string[], day: Stretch | undefined) => {
  const dataProvider = useDataProvider<ConsoleDataProvider>();
  const readable = useReadableEntities();
  return useQuery({
    queryKey: ['track', 'marks', sns, day?.from, [...readable].sort()],
    enabled: sns.length > 0 && day !== undefined,
    ...freshness(day?.to ?? 0),
    queryFn: async ({ signal }): Promise<ReadonlyMap<string, readonly UnplacedMark[]>> => {
      const { from, to } = day as Stretch;
      const marks = await Promise.all(
        sns.map((sn) => readMarks(dataProvider, readable, { sn, from, to: to - 1 }, signal)),
      );
      return new Map(sns.map((sn, i) => [sn, marks[i] ?? []]));
    },
  });
};

interface OutlineSource {
  readonly dataProvider: Pick<ConsoleDataProvider, 'call' | 'getList'>;
  readonly client: QueryClient;
}

/** Reads outlines; null if the server has none. */
const readOutlines = (
  { dataProvider, client }: OutlineSource,
  { sns, from, to }: PlaybackQuery,
  signal?: AbortSignal,
): Promise<readonly Track[] | null> =>
  callIfPresent(client, CALL.TRACK_OUTLINE, async () => {
    const body = { sns, from, to };
    const answer = await typedCalls(dataProvider.call)(CALL.TRACK_OUTLINE, body, { signal });
    const tracks = answer?.tracks;
    return Array.isArray(tracks) && tracks.every(isTrack) ? tracks.map(trackOfWire) : null;
  });

/** Part of a day's outline, ms. The outlines of the search have their parts at the same times. */
const PART = DAY / OUTLINE_PARTS;
/** Time after the beginning of a range until which it may have cut a journey, ms. */
const MAX_CUT = 15 * MINUTE;
/** Days that are searched for the last journey after the last one. */
const SEARCHED = 7;

/** Finds the start of the last journey of any of the locks, else their last record, epoch ms. */
export const findLastJourney = async (
  source: OutlineSource,
  sns: readonly string[],
  now: number,
  signal?: AbortSignal,
): Promise<number | undefined> => {
  const { dataProvider } = source;
  const startIn = async ({ from, to }: Stretch) => {
    const tracks = await readOutlines(source, { sns, from, to: to - 1 }, signal);
    if (!tracks) return null;
    const starts = tracks.flatMap((track) => journeysOf(dayParts(track)).at(-1)?.from ?? []);
    return starts.length > 0 ? Math.max(...starts) : undefined;
  };
  const end = Math.ceil(now / PART) * PART;
  const start = await startIn({ from: end - DAY, to: end });
  if (start && start - (end - DAY) > MAX_CUT) return start;
  // An outline of a week has parts of 14 minutes, and a journey may begin before the last 24 hours: the hours around
  // its start are read again.
  const about =
    start === undefined ? await startIn({ from: end - SEARCHED * DAY, to: end }) : start;
  if (about) return (await startIn({ from: about - DAY / 2, to: about + DAY / 2 })) ?? about;
  const last = await Promise.all(
    sns.map(async (sn) => {
      const { data } = await dataProvider.getList<TrackRecord & RaRecord>('deviceLocationRecord', {
        filter: lockFilter(sn),
        pagination: { page: 1, perPage: 1 },
        sort: { field: 'create_time', order: 'DESC' },
        signal,
      });
      return data.map(({ create_time }) => create_time);
    }),
  );
  const times = last.flat();
  return times.length > 0 ? Math.max(...times) : undefined;
};

/** Searches the last journey of the locks while `enabled`. */
export const useLastJourney = (sns: readonly string[], enabled: boolean) => {
  const dataProvider = useDataProvider<ConsoleDataProvider>();
  return useQuery({
    queryKey: ['track', 'last', sns],
    enabled: enabled && sns.length > 0,
    gcTime: 0,
    queryFn: async ({ signal, client }) => {
      const now = Date.now();
      return (await findLastJourney({ dataProvider, client }, sns, now, signal)) ?? now;
    },
  });
};
