import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { type RaRecord, useDataProvider } from 'react-admin';
import { DAY, HOUR, MINUTE } from '../../../domain/duration';
import { dayAround, dayParts, journeysOf, OUTLINE_PARTS } from '../../../domain/track/day';
import type { Stretch } from '../../../domain/track/stops';
import {
  DEFAULT_TRACK_LIMITS,
  type Track,
  type TrackRecord,
  trackOfRecords,
  trackOfWire,
} from '../../../domain/track/track';
import { CALL } from '../../../protocol';
import {
  type ConsoleDataProvider,
  isUnknownCall,
  lockFilter,
  typedCalls,
  useReadableEntities,
} from '../../data';
import type { PlaybackQuery } from './address';
import { freshness, isTrack, readMarks, type UnplacedMark } from './playbackData';

/** Outlines of the locks of a day. */
export interface DayOutlines {
  readonly tracks: readonly Track[];
  /** Error that left the outlines incomplete; null if they are complete. */
  readonly failure: Error | null;
}

/** Loads the outlines of some locks for a day; idle while `day` is undefined. */
export const useDayOutlines = (sns: readonly string[], day: Stretch | undefined) => {
  const dataProvider = useDataProvider<ConsoleDataProvider>();
  const queryClient = useQueryClient();
  return useQuery({
    queryKey: ['track', 'outline', sns, day?.from],
    enabled: sns.length > 0 && day !== undefined,
    ...freshness(day?.to ?? 0),
    structuralSharing: false,
    queryFn: async ({ signal }): Promise<DayOutlines> => {
      const { from, to } = day as Stretch;
      const query = { sns, from, to: to - 1 };
      const tracks = await readOutlines(dataProvider, query, signal);
      if (tracks) return { tracks, failure: null };
      return listedOutlines(query, cachedSlices(queryClient, dataProvider));
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

/** Reads outlines in one call; undefined if the server does not know that call. */
export const readOutlines = async (
  dataProvider: Pick<ConsoleDataProvider, 'call'>,
  { sns, from, to }: PlaybackQuery,
  signal?: AbortSignal,
): Promise<readonly Track[] | undefined> => {
  try {
    const body = { sns, from, to };
    const answer = await typedCalls(dataProvider.call)(CALL.TRACK_OUTLINE, body, { signal });
    const tracks = answer?.tracks;
    return Array.isArray(tracks) && tracks.every(isTrack) ? tracks.map(trackOfWire) : undefined;
  } catch (error) {
    if (isUnknownCall(error)) return undefined;
    throw error;
  }
};

type SliceReader = (sn: string, slice: Stretch) => Promise<readonly TrackRecord[]>;

/** Specified maximum range of location records, ms. */
const SLICE = DEFAULT_TRACK_LIMITS.minutes * MINUTE;
/** Browsers send six requests to a server at a time; the others are for the rest of the page. */
const PARALLEL_SLICES = 3;
const MAX_SLICE_ROWS = 1000;

/** Reads slices as lists of location records, and keeps those that are over. */
const cachedSlices =
  (queryClient: QueryClient, dataProvider: Pick<ConsoleDataProvider, 'getList'>): SliceReader =>
  (sn, { from, to }) =>
    queryClient.fetchQuery({
      queryKey: ['track', 'slice', sn, from],
      staleTime: to < Date.now() ? Number.POSITIVE_INFINITY : 0,
      gcTime: HOUR,
      queryFn: async ({ signal }) => {
        const { data } = await dataProvider.getList<TrackRecord & RaRecord>(
          'deviceLocationRecord',
          {
            filter: { ...lockFilter(sn), create_time_from: from, create_time_to: to },
            pagination: { page: 1, perPage: MAX_SLICE_ROWS },
            sort: { field: 'create_time', order: 'ASC' },
            signal,
          },
        );
        const byMinute = new Map(data.map((row) => [Math.floor(row.create_time / MINUTE), row]));
        return [...byMinute.values()];
      },
    });

/**
 * Reads outlines in slices of location records, for a server that does not know the call. The first refused slice stops
 * the reading, and what was read is returned.
 */
export const listedOutlines = async (
  { sns, from, to }: PlaybackQuery,
  readSlice: SliceReader,
): Promise<DayOutlines> => {
  const until = Math.min(to, Date.now());
  const slices = sns.flatMap((sn) =>
    Array.from({ length: Math.ceil((until - from) / SLICE) }, (_, i) => {
      const start = from + i * SLICE;
      return { sn, from: start, to: Math.min(to, start + SLICE - 1) };
    }),
  );
  const records = new Map<string, TrackRecord[]>(sns.map((sn) => [sn, []]));
  let failure: Error | null = null;
  const work = async () => {
    for (let slice = slices.shift(); slice && !failure; slice = slices.shift()) {
      records.get(slice.sn)?.push(...(await readSlice(slice.sn, slice)));
    }
  };
  const workOrStop = () =>
    work().catch((error) => {
      failure = error instanceof Error ? error : new Error(String(error));
    });
  await Promise.all(Array.from({ length: PARALLEL_SLICES }, workOrStop));
  return { tracks: [...records].map(([sn, rows]) => trackOfRecords(sn, rows)), failure };
};

/** Part of a day's outline, ms. The outlines of the search have their parts at the same times. */
const PART = DAY / OUTLINE_PARTS;
/** Days that are searched for the last journey after the last one. */
const SEARCHED = 7;

/** Finds the start of the last journey of any of the locks, else their last record, epoch ms. */
export const findLastJourney = async (
  dataProvider: Pick<ConsoleDataProvider, 'call' | 'getList'>,
  sns: readonly string[],
  now: number,
  signal?: AbortSignal,
): Promise<number | undefined> => {
  const startIn = async ({ from, to }: Stretch) => {
    const tracks = await readOutlines(dataProvider, { sns, from, to: to - 1 }, signal);
    if (!tracks) return null;
    const starts = tracks.flatMap((track) => journeysOf(dayParts(track)).at(-1)?.from ?? []);
    return starts.length > 0 ? Math.max(...starts) : undefined;
  };
  const end = Math.ceil(now / PART) * PART;
  const start = await startIn({ from: end - DAY, to: end });
  if (start) return start;
  // An outline of a week has a record every 14 minutes, so the day of the journey is read again.
  const about =
    start === undefined ? await startIn({ from: end - SEARCHED * DAY, to: end }) : undefined;
  if (about) return (await startIn(dayAround(about))) ?? about;
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
    queryFn: async ({ signal }) => {
      const now = Date.now();
      return (await findLastJourney(dataProvider, sns, now, signal)) ?? now;
    },
  });
};
