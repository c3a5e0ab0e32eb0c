import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { type RaRecord, useDataProvider, useLocale } from 'react-admin';
import { actorOf } from '../../../domain/actor';
import { type AlarmKind, alarmKind, VALID_STATES } from '../../../domain/alarm';
import { MINUTE, SECOND } from '../../../domain/duration';
import type { LatLon } from '../../../domain/geo/geometry';
import { choiceLabel, type Label } from '../../../domain/label';
import {
  LOCK,
  type LockAction,
  lockAction,
  lockStatus,
  SEALING,
  SWIPING,
  UNSEALING,
} from '../../../domain/lock';
import type { TrackSums } from '../../../domain/track/motion';
import type { Stop, Stretch } from '../../../domain/track/stops';
import {
  DEFAULT_TRACK_LIMITS,
  positionAt,
  type Track,
  type TrackLimits,
  type TrackOnWire,
  type TrackRecord,
  trackOfRecords,
  trackOfWire,
} from '../../../domain/track/track';
import { ApiError, CALL } from '../../../protocol';
import {
  type ConsoleDataProvider,
  callIfPresent,
  isUnknownCall,
  lockFilter,
  typedCalls,
} from '../../data';
import type { MarkKind, TrackMark } from '../../maps/playback';
import type { PlaybackQuery } from './address';

export interface NamedMark extends TrackMark {
  readonly label: Label;
  /** Undefined for an alarm. */
  readonly actor?: Label;
  readonly unseals: boolean;
}

/** Track of a lock in the frame, with its stops and marks. */
export interface PlayedTrack {
  readonly track: Track;
  readonly stops: readonly Stop[];
  readonly marks: readonly NamedMark[];
}

/** Refresh interval of a range that is not over, ms. */
export const REFRESH_INTERVAL = 30 * SECOND;

/** Options of a query about a range, which is kept for good once the range is over. */
export const freshness = (to: number) =>
  to < Date.now()
    ? { staleTime: Number.POSITIVE_INFINITY }
    : { staleTime: REFRESH_INTERVAL, refetchInterval: REFRESH_INTERVAL };

/** Returns the server's limits, or `DEFAULT_TRACK_LIMITS` if it reports none. */
export const useTrackLimits = (): TrackLimits => {
  const dataProvider = useDataProvider<ConsoleDataProvider>();
  const { data } = useQuery({
    queryKey: ['track', 'limits'],
    queryFn: ({ signal, client }) =>
      callIfPresent(client, CALL.TRACK_LIMITS, () =>
        typedCalls(dataProvider.call)(CALL.TRACK_LIMITS, {}, { signal }),
      ),
  });
  return { ...DEFAULT_TRACK_LIMITS, ...data };
};

const tracksQuery = (dataProvider: ConsoleDataProvider, request: PlaybackQuery | null) =>
  queryOptions({
    queryKey: ['track', request],
    ...freshness(request?.to ?? 0),
    // Short, because it may hold 100,000 records that are no longer shown.
    gcTime: MINUTE,
    structuralSharing: false,
    queryFn: async ({ signal }): Promise<readonly Track[]> =>
      request ? readTracks(dataProvider, request, signal) : [],
  });

/** Loads the tracks of a frame; idle while `request` is null. The last frame stays until the next one is loaded. */
export const useTracks = (request: PlaybackQuery | null) => {
  const dataProvider = useDataProvider<ConsoleDataProvider>();
  const isOfRequest = (tracks: readonly Track[]) =>
    tracks.map(({ sn }) => sn).join('\n') === request?.sns.join('\n');
  const queryClient = useQueryClient();
  const query = tracksQuery(dataProvider, request);
  // Asks while the page renders: with its map, that takes as long as the server needs for a short track.
  if (request && !queryClient.getQueryState(query.queryKey)) void queryClient.prefetchQuery(query);
  return useQuery({
    ...query,
    enabled: request !== null,
    placeholderData: (last: readonly Track[] | undefined) =>
      last && isOfRequest(last) ? last : undefined,
  });
};

export const usePrefetchTracks = (): ((request: PlaybackQuery) => void) => {
  const dataProvider = useDataProvider<ConsoleDataProvider>();
  const queryClient = useQueryClient();
  return (request) => {
    void queryClient.prefetchQuery(tracksQuery(dataProvider, request));
    void queryClient.prefetchQuery(sumsQuery(dataProvider, request.sns, request));
  };
};

/** Sums by serial number, up to the end of the range; none if the server has none. */
const sumsQuery = (
  dataProvider: Pick<ConsoleDataProvider, 'call'>,
  sns: readonly string[],
  range: Stretch | undefined,
) =>
  queryOptions({
    queryKey: ['track', 'sums', sns, range?.from, range?.to],
    enabled: sns.length > 0 && range !== undefined,
    ...freshness(range?.to ?? 0),
    queryFn: async ({ signal, client }): Promise<ReadonlyMap<string, TrackSums>> => {
      const { from, to } = range as Stretch;
      const answer = await callIfPresent(client, CALL.TRACK_SUMS, () =>
        typedCalls(dataProvider.call)(CALL.TRACK_SUMS, { sns, from, to: to - 1 }, { signal }),
      );
      return new Map(answer?.sums?.map((each) => [each.sn, each]));
    },
  });

/** Loads the sums of locks in a range; idle while it is undefined. */
export const useTrackSums = (sns: readonly string[], range: Stretch | undefined) => {
  const dataProvider = useDataProvider<ConsoleDataProvider>();
  return useQuery(sumsQuery(dataProvider, sns, range));
};

export const isTrack = (value: unknown): value is TrackOnWire =>
  typeof value === 'object' && value !== null && 'at' in value && Array.isArray(value.at);

/** Reads the tracks in one call or, if the server does not know that call, as pages of records. */
export const readTracks = async (
  dataProvider: Pick<ConsoleDataProvider, 'call' | 'getList'>,
  request: PlaybackQuery,
  signal?: AbortSignal,
): Promise<Track[]> => {
  const { sns, from, to } = request;
  try {
    const body = { sns, from, to };
    const answer = await typedCalls(dataProvider.call)(CALL.TRACK_GET, body, { signal });
    const tracks = answer?.tracks;
    if (Array.isArray(tracks) && tracks.every(isTrack)) {
      const decoded = tracks.map(trackOfWire);
      // Decoding 100,000 records and rendering them are two tasks, so that neither blocks the page for long.
      await new Promise((resolve) => setTimeout(resolve));
      return decoded;
    }
  } catch (error) {
    if (!isUnknownCall(error)) throw error;
  }
  const maxRecords = Math.floor(DEFAULT_TRACK_LIMITS.records / sns.length);
  return Promise.all(
    sns.map((sn) => listedTrack(dataProvider, { sn, from, to }, maxRecords, signal)),
  );
};

/** Maximum number of rows per call. */
const PAGE = 1000;

interface SingleLockSpan extends Stretch {
  readonly sn: string;
}

const listedTrack = async (
  dataProvider: Pick<ConsoleDataProvider, 'getList'>,
  { sn, from, to }: SingleLockSpan,
  maxRecords: number,
  signal: AbortSignal | undefined,
): Promise<Track> => {
  const records: TrackRecord[] = [];
  let perPage = PAGE;
  for (let page = 1; records.length < maxRecords; page++) {
    const { data, total = 0 } = await dataProvider.getList<TrackRecord & RaRecord>(
      'deviceLocationRecord',
      {
        filter: { ...lockFilter(sn), create_time_from: from, create_time_to: to },
        pagination: { page, perPage },
        sort: { field: 'create_time', order: 'ASC' },
        signal,
      },
    );
    records.push(...data);
    // A server may limit the page size; the total may be a lower bound.
    if (page === 1 && data.length < Math.min(perPage, total)) perPage = data.length;
    if (data.length < perPage || data.length === 0) break;
  }
  return trackOfRecords(sn, records, records.length >= maxRecords);
};

/** Limit of marks: more would cover the track. */
const MAX_MARKS = 1000;

/** Event with the place of its record, if it has one. */
export interface UnplacedMark
  extends Omit<NamedMark, keyof LatLon>,
    Partial<Record<keyof LatLon, unknown>> {}

interface EventRecord extends RaRecord {
  readonly create_time: number;
  readonly lock_action?: LockAction | null;
  readonly lock_status?: number | null;
  readonly police_type?: AlarmKind | null;
  readonly operate_name?: string | null;
  readonly icc_card_name?: string | null;
  readonly icc_card_no?: string | null;
}

/** Reads the events of a lock that the operator may see. Marks are optional, so a failure yields none. */
export const readMarks = async (
  dataProvider: Pick<ConsoleDataProvider, 'getList'>,
  readable: ReadonlySet<string>,
  { sn, from, to }: SingleLockSpan,
  signal: AbortSignal,
): Promise<UnplacedMark[]> => {
  const readEvents = async (
    entity: string,
    markOf: (record: EventRecord) => UnplacedMark,
    filter: object = {},
  ) => {
    if (!readable.has(entity)) return [];
    try {
      const { data } = await dataProvider.getList<EventRecord>(entity, {
        filter: { ...filter, ...lockFilter(sn), create_time_from: from, create_time_to: to },
        pagination: { page: 1, perPage: MAX_MARKS },
        sort: { field: 'create_time', order: 'ASC' },
        signal,
      });
      return data.map(markOf);
    } catch (error) {
      if (error instanceof ApiError && error.kind !== 'session') return [];
      throw error;
    }
  };
  const [history, alarms] = await Promise.all([
    readEvents('lockHistory', markOfHistory),
    readEvents('alertRecord', markOfAlarm, { state: VALID_STATES }),
  ]);
  return [...history, ...alarms].sort((a, b) => a.at - b.at);
};

const UNNAMED: Label = ['Lock', '锁'];

/** Converts a record of the lock history to a mark; any card at the lock is a `swiped` mark, whatever it did. */
export const markOfHistory = (record: EventRecord): UnplacedMark => {
  const { create_time: at, lock_action: action, lock_status, lat, lon } = record;
  const is = (actions: readonly LockAction[]) => action != null && actions.includes(action);
  const unseals = is(UNSEALING) || (!is(SEALING) && lock_status !== LOCK.sealed);
  const kind: MarkKind = is(SWIPING) ? 'swiped' : unseals ? 'unlocked' : 'locked';
  const label = choiceLabel(lockAction, action) ?? choiceLabel(lockStatus, lock_status) ?? UNNAMED;
  return { kind, at, label, actor: actorOf(record), unseals, lat, lon };
};

export const markOfAlarm = (record: EventRecord): UnplacedMark => ({
  kind: 'alarm',
  at: record.create_time,
  label: choiceLabel(alarmKind, record.police_type) ?? ['Alarm', '报警'],
  unseals: false,
  lat: record.lat,
  lon: record.lon,
});

/** Gives each mark its own place, or the lock's position at that time; drops marks without either. */
export const placeMarks = (track: Track, marks: readonly UnplacedMark[]): NamedMark[] =>
  marks.flatMap(({ lat, lon, ...mark }) => {
    const own = typeof lat === 'number' && typeof lon === 'number' && (lat !== 0 || lon !== 0);
    const place = own ? { lat, lon } : positionAt(track, mark.at);
    return place ? [{ ...mark, lat: place.lat, lon: place.lon }] : [];
  });

/** Limit of positions per call. */
const PLACES_PER_CALL = 100;

/**
 * Returns the names of places in the reader's language, in their order; undefined while loading, or if the server names
 * none.
 */
export const usePlaceNames = (places: readonly LatLon[]): readonly string[] | undefined => {
  const dataProvider = useDataProvider<ConsoleDataProvider>();
  const locale = useLocale();
  const positions = places.map(({ lat, lon }) => ({
    lat: Number(lat.toFixed(4)),
    lon: Number((((((lon + 180) % 360) + 360) % 360) - 180).toFixed(4)),
  }));
  const { data } = useQuery({
    queryKey: ['track', 'words', positions, locale],
    enabled: positions.length > 0,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    queryFn: async ({ signal }) => {
      const words: string[] = [];
      for (let i = 0; i < positions.length; i += PLACES_PER_CALL) {
        const body = { places: positions.slice(i, i + PLACES_PER_CALL) };
        const part = await typedCalls(dataProvider.call)(CALL.PLACE_WORDS, body, { signal });
        words.push(...part.words);
      }
      return words;
    },
  });
  return data;
};
