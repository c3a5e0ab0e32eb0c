import { distance, type LatLon } from '../geo/geometry';
import { MOTION, moves, type TrackSums } from './motion';
import { isGap, isLeap, type Track } from './track';

/** Time range, epoch ms. */
export interface Stretch {
  readonly from: number;
  readonly to: number;
}

export interface Stop extends Stretch, LatLon {}

/** Time of a line point, epoch ms. */
const timeAt = ({ at, line }: Track, n: number) => at[line[n] as number] as number;

const placeAt = ({ lat, lon, line }: Track, n: number): LatLon => ({
  lat: lat[line[n] as number] as number,
  lon: lon[line[n] as number] as number,
});

/** Length of the leg to a line point, metres. */
const metresBefore = ({ along }: Track, n: number): number =>
  (along[n] as number) - (along[n - 1] as number);

const middleOf = (track: Track, first: number, last: number): LatLon => {
  // Average of the differences to the first: averaging longitudes across the antimeridian would yield the opposite
  // side.
  const start = placeAt(track, first);
  const sum = { lat: 0, lon: 0 };
  for (let n = first; n <= last; n++) {
    const { lat, lon } = placeAt(track, n);
    sum.lat += lat - start.lat;
    sum.lon += ((lon - start.lon + 540) % 360) - 180;
  }
  const count = last - first + 1;
  return { lat: start.lat + sum.lat / count, lon: start.lon + sum.lon / count };
};

/**
 * Returns the higher of the speeds reported at both ends of the leg to a line point, km/h; NaN if none was reported.
 */
const speedOfWay = ({ line, speed }: Track, n: number): number => {
  const [start, end] = [speed[line[n - 1] as number], speed[line[n] as number]] as [number, number];
  return Number.isNaN(start) ? end : Number.isNaN(end) ? start : Math.max(start, end);
};

/**
 * Returns a function of the time until which a lock stays at a line point, epoch ms; -Infinity if it leaves. Call it
 * with rising points.
 */
const staysUntil = (track: Track): ((n: number) => number) => {
  let later = 0;
  return (n) => {
    const until = timeAt(track, n) + MOTION.minStop;
    while (later < track.line.length && timeAt(track, later) < until) later++;
    const isNear =
      later < track.line.length &&
      distance(placeAt(track, n), placeAt(track, later)) <= MOTION.drift;
    return isNear ? timeAt(track, later) : Number.NEGATIVE_INFINITY;
  };
};

/** Returns a function that is true if a lock moves on the leg to a line point. Call it with rising points, from 1 on. */
const movesBefore = (track: Track): ((n: number) => boolean) => {
  let stays = Number.NEGATIVE_INFINITY;
  const staysFrom = staysUntil(track);
  return (n) => {
    stays = Math.max(stays, staysFrom(n - 1));
    const withinStay = stays >= timeAt(track, n);
    return moves({ metres: metresBefore(track, n), speed: speedOfWay(track, n), withinStay });
  };
};

/** Returns the stops of 3 minutes or longer, in order of time. */
export const stopsOf = (track: Track): Stop[] => {
  const stops: Stop[] = [];
  let first = 0;
  const movesTo = movesBefore(track);
  /** True if a stop ends before the line point. */
  const endsBefore = (n: number): boolean =>
    movesTo(n) || timeAt(track, n) - timeAt(track, n - 1) > MOTION.maxSilence;
  for (let n = 1; n <= track.line.length; n++) {
    if (n < track.line.length && !endsBefore(n)) continue;
    const stretch = { from: timeAt(track, first), to: timeAt(track, n - 1) };
    if (stretch.to - stretch.from >= MOTION.minStop)
      stops.push({ ...stretch, ...middleOf(track, first, n - 1) });
    first = n;
  }
  return stops;
};

/** Leg of a track to a line point. `legsSql` decides about its motion by the same rules. */
export interface Leg extends Stretch {
  readonly metres: number;
  /** The higher of the speeds reported at its ends, km/h; NaN if none was reported. */
  readonly speed: number;
  /** `unknown`: no lock could travel it, or it took too long. */
  readonly motion: 'moving' | 'standing' | 'unreported' | 'unknown';
}

/** Returns the legs of a track that take time, in order. */
export const legsOf = (track: Track): Leg[] => {
  const legs: Leg[] = [];
  const movesTo = movesBefore(track);
  for (let n = 1; n < track.line.length; n++) {
    const [from, to] = [timeAt(track, n - 1), timeAt(track, n)];
    const isMove = movesTo(n);
    const way = { metres: metresBefore(track, n), speed: speedOfWay(track, n) };
    const isUnknown = to - from > MOTION.maxSilence || isLeap(track, n);
    const isReported = to - from <= MOTION.maxPause;
    const move = isReported ? 'moving' : 'unreported';
    const motion = isUnknown ? 'unknown' : isMove ? move : 'standing';
    if (to > from) legs.push({ from, to, ...way, motion });
  }
  return legs;
};

/**
 * Returns the sums of a track. Legs that reach beyond its records are missing, unlike in the sums of `/track/sums`.
 */
export const sumsOf = (track: Track): TrackSums => {
  const sums = { metres: 0, unreported: 0, moving: 0, standing: 0, silent: 0 };
  for (const { from, to, metres, motion } of legsOf(track)) {
    if (motion === 'moving') sums.metres += metres;
    if (motion === 'unreported') sums.unreported += metres;
    const time = motion === 'moving' || motion === 'standing' ? motion : 'silent';
    sums[time] += to - from;
  }
  return sums;
};

/** Minimum time over which a speed is averaged, ms. Over a shorter time a position error would be the top speed. */
const MIN_SPEED_SPAN = 30_000;

/** Returns the highest reported speed or, if none was reported, the highest average over half a minute, km/h. */
export const fastestOf = (track: Track): number | null => {
  const reportedSpeed = track.line.reduce((max, record) => {
    const speed = track.speed[record] as number;
    return speed > max ? speed : max;
  }, -1);
  if (reportedSpeed >= 0) return reportedSpeed;
  let fastest = -1;
  let start = 0;
  for (let n = 1; n < track.line.length; n++) {
    if (isGap(track, n) || isLeap(track, n)) start = n;
    while (start + 1 < n && timeAt(track, n) - timeAt(track, start + 1) >= MIN_SPEED_SPAN) start++;
    const hours = (timeAt(track, n) - timeAt(track, start)) / 3.6e6;
    if (hours * 3.6e6 < MIN_SPEED_SPAN) continue;
    const metres = (track.along[n] as number) - (track.along[start] as number);
    fastest = Math.max(fastest, metres / 1000 / hours);
  }
  return fastest < 0 ? null : fastest;
};
