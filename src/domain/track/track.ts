import {
  distance,
  type GeoBounds,
  hasPosition,
  type LatLon,
  longitudeDelta,
} from '../geo/geometry';
import type { LockStatus } from '../lock';
import { isReachable, type TimedPlace, withoutLeaps } from './leaps';

/** Values of a location record in a track, besides time and position. */
export const TRACK_VALUES = [
  'speed',
  'course',
  'electric',
  'voltage',
  'temperature',
  'lock_status',
  'position_status',
  'report_reson',
] as const;

type TrackValue = (typeof TRACK_VALUES)[number];

export interface TrackLimits {
  /** Length of the time range. */
  readonly minutes: number;
  readonly devices: number;
  /** Records of all devices together. */
  readonly records: number;
}

/** Limits if the server sends none. A range of 30 minutes is the contract's. */
export const DEFAULT_TRACK_LIMITS: TrackLimits = { minutes: 30, devices: 10, records: 200_000 };

/** Latitudes and longitudes are integers on the wire, in units of 1e-7 degree, about a centimetre. */
export const WIRE_DEGREE = 1e7;

/** Records of one lock on the wire, in columns and in order of time. */
export interface TrackOnWire extends Readonly<Record<TrackValue, readonly (number | null)[]>> {
  readonly sn: string;
  /** The first is epoch ms, each other the difference to the one before, ms. */
  readonly at: readonly number[];
  /** Difference to the last record with a position, in 1e-7 degree, WGS-84; null for a record without one. */
  readonly lat: readonly (number | null)[];
  readonly lon: readonly (number | null)[];
  /** True if the range has more records than these. */
  readonly more: boolean;
}

export interface TrackAnswer {
  readonly tracks: readonly TrackOnWire[];
}

/** Location record. Values that were not reported are null or undefined. */
export interface TrackRecord extends Readonly<Partial<Record<TrackValue, number | null>>> {
  /** Epoch ms. */
  readonly create_time: number;
  readonly lat?: number | null;
  readonly lon?: number | null;
}

/** Quality of a position: the values of `position_status`. Impossible positions are `none` too. */
export const FIX_QUALITY = { valid: 0, invalid: 1, none: 2, station: 3, wifi: 4 } as const;

/**
 * Records of a lock in order of time, in typed columns, which hold 100,000 records cheaply. NaN for a value that was
 * not reported.
 */
export interface Track extends Readonly<Record<TrackValue, Float64Array>> {
  readonly sn: string;
  readonly size: number;
  /** Epoch ms. */
  readonly at: Float64Array;
  /** WGS-84 degrees. */
  readonly lat: Float64Array;
  readonly lon: Float64Array;
  /** `FIX_QUALITY` of each record. */
  readonly fix: Uint8Array;
  /** Indices of the records with a position as good as those on the line. */
  readonly places: Uint32Array;
  /** Indices of the records on the line: those places that a lock could reach. */
  readonly line: Uint32Array;
  /** Distance along the line at each of its points, metres. A gap counts as a straight line. */
  readonly along: Float64Array;
  /** A longer interval between two line points is a gap, ms. */
  readonly gap: number;
  /** True if the range has more records. */
  readonly more: boolean;
}

/** Unsorted columns of a track; NaN for a missing value. */
type Columns = Readonly<Record<TrackValue | 'at' | 'lat' | 'lon', Float64Array>>;

const COLUMN_NAMES = ['at', 'lat', 'lon', ...TRACK_VALUES] as const;

const columnsOf = (size: number, fill: (name: keyof Columns, into: Float64Array) => void) =>
  Object.fromEntries(
    COLUMN_NAMES.map((name) => {
      const column = new Float64Array(size);
      fill(name, column);
      return [name, column];
    }),
  ) as unknown as Columns;

const accumulate = (steps: readonly (number | null)[], unit: number, into: Float64Array) => {
  let value = 0;
  for (let i = 0; i < into.length; i++) {
    const step = steps[i];
    if (typeof step === 'number') value += step;
    into[i] = typeof step === 'number' ? value / unit : Number.NaN;
  }
};

export const trackOfWire = (wire: TrackOnWire): Track =>
  trackOf(
    wire.sn,
    columnsOf(wire.at.length, (name, into) => {
      if (name === 'at') return accumulate(wire.at, 1, into);
      if (name === 'lat' || name === 'lon') return accumulate(wire[name], WIRE_DEGREE, into);
      const values = wire[name];
      for (let i = 0; i < into.length; i++) into[i] = values[i] ?? Number.NaN;
    }),
    wire.more,
  );

/** Builds a track from records of a list call, in any order. */
export const trackOfRecords = (sn: string, records: readonly TrackRecord[], more = false): Track =>
  trackOf(
    sn,
    columnsOf(records.length, (name, into) => {
      const from = name === 'at' ? 'create_time' : name;
      for (let i = 0; i < into.length; i++) into[i] = records[i]?.[from] ?? Number.NaN;
    }),
    more,
  );

/** Sorts by time and drops duplicate records, which locks send when they repeat a report. */
const sortUnique = (columns: Columns): Columns => {
  const { at, lat, lon, lock_status } = columns;
  const same = (column: Float64Array, a: number, b: number) => Object.is(column[a], column[b]);
  const isDuplicate = (a: number, b: number) =>
    same(at, a, b) && same(lat, a, b) && same(lon, a, b) && same(lock_status, a, b);
  // Almost every track is sorted already, as servers send it, and needs no copy.
  const isSortedUnique = at.every(
    (time, i) => time >= (at[i - 1] ?? Number.NEGATIVE_INFINITY) && !isDuplicate(i, i - 1),
  );
  if (isSortedUnique) return columns;
  const order = Array.from(at, (_, i) => i).filter((i) => !Number.isNaN(at[i]));
  order.sort((a, b) => (at[a] ?? 0) - (at[b] ?? 0) || a - b);
  const indices = order.filter((i, n) => n === 0 || !isDuplicate(i, order[n - 1] ?? 0));
  return columnsOf(indices.length, (name, into) => {
    for (let i = 0; i < into.length; i++) into[i] = columns[name][indices[i] ?? 0] ?? Number.NaN;
  });
};

const fixOf = (lat: number, lon: number, status: number): number => {
  if (!hasPosition(lat, lon)) return FIX_QUALITY.none;
  // A server that sends no position status has a valid position.
  return Number.isNaN(status) ? FIX_QUALITY.valid : status;
};

const trackOf = (sn: string, received: Columns, more: boolean): Track => {
  const columns = sortUnique(received);
  const { at, lat, lon, position_status } = columns;
  const fix = new Uint8Array(at.length);
  for (let i = 0; i < fix.length; i++) {
    fix[i] = fixOf(lat[i] ?? Number.NaN, lon[i] ?? Number.NaN, position_status[i] ?? Number.NaN);
  }
  const places = placesOf(fix);
  const points = Array.from(places, (record) => pointOf(columns, record));
  const line = Uint32Array.from(withoutLeaps(points), ({ record }) => record);
  return {
    sn,
    size: at.length,
    ...columns,
    fix,
    places,
    line,
    ...measureLine(columns, line),
    more,
  };
};

/**
 * Returns the records with a valid position or, if there are none, those located by base station or WiFi: an
 * approximate position is better than none.
 */
const placesOf = (fix: Uint8Array): Uint32Array => {
  const recordsWith = (...kinds: readonly number[]) => {
    const records = new Uint32Array(fix.length);
    let count = 0;
    for (let i = 0; i < fix.length; i++) {
      if (kinds.includes(fix[i] as number)) records[count++] = i;
    }
    return records.slice(0, count);
  };
  const valid = recordsWith(FIX_QUALITY.valid);
  return valid.length > 0 ? valid : recordsWith(FIX_QUALITY.station, FIX_QUALITY.wifi);
};

interface LinePoint extends TimedPlace {
  readonly record: number;
}

const pointOf = ({ at, lat, lon }: Columns, record: number): LinePoint => ({
  record,
  at: at[record] as number,
  lat: lat[record] as number,
  lon: lon[record] as number,
});

/** Shorter intervals are no gap, ms: a lock may miss a report or two. */
const MIN_GAP = 120_000;
/** A gap is this many times the median interval. */
const GAP_FACTOR = 4;

const measureLine = (columns: Columns, line: Uint32Array) => {
  const { at } = columns;
  const along = new Float64Array(line.length);
  const between = new Float64Array(Math.max(0, line.length - 1));
  for (let n = 1; n < line.length; n++) {
    const [a, b] = [line[n - 1] as number, line[n] as number];
    between[n - 1] = (at[b] as number) - (at[a] as number);
    along[n] = (along[n - 1] as number) + distance(pointOf(columns, a), pointOf(columns, b));
  }
  const median = between.sort()[between.length >> 1] ?? 0;
  return { along, gap: Math.max(MIN_GAP, median * GAP_FACTOR) };
};

/** Counts the values that are at most `value`, by binary search. @param at sorted values by index */
const countUpTo = (count: number, at: (n: number) => number, value: number): number => {
  let low = 0;
  let high = count;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (at(middle) <= value) low = middle + 1;
    else high = middle;
  }
  return low;
};

/** Index of the last record at or before a time (epoch ms), or -1. */
export const recordAt = ({ at, size }: Track, time: number): number =>
  countUpTo(size, (n) => at[n] as number, time) - 1;

/** Index of the last line point at or before a time, or -1. */
export const lastIndexBefore = ({ at, line }: Track, time: number): number =>
  countUpTo(line.length, (n) => at[line[n] as number] as number, time) - 1;

/** True if there is a gap between a line point and the one before. */
export const isGap = ({ at, line, gap }: Track, n: number): boolean =>
  n > 0 && (at[line[n] as number] as number) - (at[line[n - 1] as number] as number) > gap;

/** True if no lock could travel the leg to a line point: the position before it was wrong. */
export const isLeap = (track: Track, n: number): boolean =>
  n > 0 &&
  !isReachable(
    pointOf(track, track.line[n - 1] as number),
    pointOf(track, track.line[n] as number),
  );

export interface TrackPosition extends LatLon {
  /** `silent`: in a gap; held at the line point before it. */
  readonly state: 'before' | 'moving' | 'silent' | 'after';
  /** Index of the line point at or before the position. */
  readonly n: number;
}

/**
 * Normalises a longitude that is off by at most one turn, so that a ship across the antimeridian does not cross the
 * map.
 */
const wrapLongitude = (degrees: number): number =>
  degrees > 180 ? degrees - 360 : degrees < -180 ? degrees + 360 : degrees;

/** Interpolates the position at a time, on the straight leg between two line points; undefined for an empty line. */
export const positionAt = (track: Track, time: number): TrackPosition | undefined => {
  const { at, lat, lon, line } = track;
  if (line.length === 0) return undefined;
  const n = Math.max(0, lastIndexBefore(track, time));
  const a = line[n] as number;
  const here = { lat: lat[a] as number, lon: lon[a] as number, n };
  if (time < (at[a] as number)) return { ...here, state: 'before' };
  const b = line[n + 1];
  if (b === undefined) return { ...here, state: time > (at[a] as number) ? 'after' : 'moving' };
  if (isGap(track, n + 1) && time > (at[a] as number)) return { ...here, state: 'silent' };
  const part = (time - (at[a] as number)) / ((at[b] as number) - (at[a] as number));
  return {
    lat: here.lat + ((lat[b] as number) - here.lat) * part,
    lon: wrapLongitude(here.lon + wrapLongitude((lon[b] as number) - here.lon) * part),
    n,
    state: 'moving',
  };
};

/** Returns the times of the first and last line point, epoch ms; undefined for an empty line. */
export const lineSpan = ({
  at,
  line,
}: Track): readonly [first: number, last: number] | undefined =>
  line.length === 0
    ? undefined
    : [at[line[0] as number] as number, at[line.at(-1) as number] as number];

/** Returns the track that knows more of a time: the outline if it reaches further on that side of the detailed one. */
export const trackAt = (
  detailed: Track | undefined,
  outline: Track | undefined,
  time: number,
): Track | undefined => {
  const own = detailed && lineSpan(detailed);
  const whole = outline && lineSpan(outline);
  if (!own || !whole) return own ? detailed : (outline ?? detailed);
  const isBefore = time < own[0] && whole[0] < own[0];
  const isAfter = time > own[1] && whole[1] > own[1];
  return isBefore || isAfter ? outline : detailed;
};

/** Returns the times of the records of a detailed track and, before and after it, of the outline; sorted. */
export const recordTimes = (
  detailed: Track | undefined,
  outline: Track | undefined,
): Float64Array => {
  const own = detailed?.at ?? new Float64Array();
  const [first = Number.POSITIVE_INFINITY, last = Number.NEGATIVE_INFINITY] = [own[0], own.at(-1)];
  const otherTimes = (outline?.at ?? new Float64Array()).filter((at) => at < first || at > last);
  return Float64Array.from([...own, ...otherTimes]).sort();
};

/**
 * Bounding box of the lines of tracks, unwrapped from point to point. Unlike `boundsOf` it need not sort 100,000 points
 * to find the widest gap. Undefined for no points.
 */
export const boundsOfTracks = (tracks: readonly Track[]): GeoBounds | undefined => {
  let [south, west, north, east] = [Infinity, Infinity, -Infinity, -Infinity];
  let last = Number.NaN;
  for (const { line, lat, lon } of tracks) {
    for (const record of line) {
      const here = lon[record] as number;
      last = Number.isNaN(last) ? here : last + longitudeDelta(here - last);
      west = Math.min(west, last);
      east = Math.max(east, last);
      south = Math.min(south, lat[record] as number);
      north = Math.max(north, lat[record] as number);
    }
  }
  return south > north ? undefined : { south, west, north, east };
};

/** Average speed on the leg to a line point, km/h; NaN for the first. */
const averageSpeed = ({ at, line, along }: Track, n: number): number => {
  if (n < 1 || n >= line.length) return Number.NaN;
  const hours = ((at[line[n] as number] as number) - (at[line[n - 1] as number] as number)) / 3.6e6;
  return hours > 0 ? ((along[n] as number) - (along[n - 1] as number)) / 1000 / hours : Number.NaN;
};

/** Speed at a line point, km/h: as reported, else the average on the leg to point `leg`, by default that before it. */
export const speedAt = (track: Track, n: number, leg = n): number => {
  const reported = track.speed[track.line[n] as number] ?? Number.NaN;
  return Number.isNaN(reported) ? averageSpeed(track, leg) : reported;
};

/** Speed after a line point, km/h: as reported, else the average until the next point. */
export const speedFrom = (track: Track, n: number): number => speedAt(track, n, n + 1);

/** Status of the lock at a record: the last one reported; undefined before the first. */
export const lockStatusAt = ({ lock_status }: Track, record: number): LockStatus | undefined => {
  for (let i = record; i >= 0; i--) {
    const status = lock_status[i] as number;
    if (!Number.isNaN(status)) return status as LockStatus;
  }
  return undefined;
};

/** Minimum number of line points in playback. A shorter track has its own error. */
const MIN_PLACES = 2;

/** Returns the reason for which there is nothing to play; null if the track can be played. */
export const playbackError = (track: Track): 'noData' | 'tooShort' | null => {
  if (track.size === 0) return 'noData';
  return track.line.length < MIN_PLACES ? 'tooShort' : null;
};
