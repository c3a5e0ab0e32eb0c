import { distance, type LatLon } from '../geo/geometry';
import { MOTION, moves } from './motion';
import { isGap, lastIndexBefore, type Track } from './track';

/** A stretch of time, ms since 1970. */
export interface Stretch {
  readonly from: number;
  readonly to: number;
}

/** A stay in one place. */
export interface Stop extends Stretch, LatLon {}

/** A moment of the line. */
const timeAt = ({ at, line }: Track, n: number) => at[line[n] as number] as number;

const placeAt = ({ lat, lon, line }: Track, n: number): LatLon => ({
  lat: lat[line[n] as number] as number,
  lon: lon[line[n] as number] as number,
});

const middleOf = (track: Track, first: number, last: number): LatLon => {
  // Of the difference to the first: an average of longitudes on both sides of the antimeridian is on the other side.
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

/** The higher of the speeds reported at both ends of the way to a place of the line, km/h; NaN if none was. */
const speedOfWay = ({ line, speed }: Track, n: number): number => {
  const [start, end] = [speed[line[n - 1] as number], speed[line[n] as number]] as [number, number];
  return Number.isNaN(start) ? end : Number.isNaN(end) ? start : Math.max(start, end);
};

/** Returns until when a lock stays that is at a place of the line, ms since 1970; before that place if it leaves. */
const staysUntil = (track: Track, n: number): number => {
  const later = lastIndexBefore(track, timeAt(track, n) + MOTION.minStop - 1) + 1;
  const isNear =
    later < track.line.length && distance(placeAt(track, n), placeAt(track, later)) <= MOTION.drift;
  return isNear ? timeAt(track, later) : Number.NEGATIVE_INFINITY;
};

/** Returns where a lock stood for 3 minutes or longer, in the order of time. */
export const stopsOf = (track: Track): Stop[] => {
  const stops: Stop[] = [];
  let first = 0;
  let stays = Number.NEGATIVE_INFINITY;
  /** Tells whether a stop ends before a place of the line. */
  const endsBefore = (n: number): boolean => {
    const [start, end] = [timeAt(track, n - 1), timeAt(track, n)];
    stays = Math.max(stays, staysUntil(track, n - 1));
    const metres = distance(placeAt(track, n - 1), placeAt(track, n));
    const way = { metres, speed: speedOfWay(track, n), withinStay: stays >= end };
    return end - start > MOTION.maxSilence || moves(way);
  };
  for (let n = 1; n <= track.line.length; n++) {
    if (n < track.line.length && !endsBefore(n)) continue;
    const stretch = { from: timeAt(track, first), to: timeAt(track, n - 1) };
    if (stretch.to - stretch.from >= MOTION.minStop)
      stops.push({ ...stretch, ...middleOf(track, first, n - 1) });
    first = n;
  }
  return stops;
};

/** Where nothing was heard for too long, in the order of time. */
export const gapsOf = (track: Track): Stretch[] => {
  const gaps: Stretch[] = [];
  for (let n = 1; n < track.line.length; n++) {
    if (isGap(track, n)) gaps.push({ from: timeAt(track, n - 1), to: timeAt(track, n) });
  }
  return gaps;
};

/** A track in numbers. */
interface TrackSummary {
  readonly from: number;
  readonly to: number;
  /** Metres, without what a standing fix wanders. */
  readonly metres: number;
  /** ms. */
  readonly moving: number;
  readonly standing: number;
  readonly silent: number;
  /** km/h, null where nobody knows. */
  readonly fastest: number | null;
}

const totalOf = (stretches: readonly Stretch[]) =>
  stretches.reduce((sum, { from, to }) => sum + to - from, 0);

/** Over a shorter way a fix that jumps would be the fastest, ms. */
const MIN_SPEED_SPAN = 30_000;

/** km/h: the highest that the lock said or, where it says none, that it kept up for half a minute. */
const fastestOf = (track: Track): number | null => {
  const reportedSpeed = track.line.reduce((max, record) => {
    const speed = track.speed[record] as number;
    return speed > max ? speed : max;
  }, -1);
  if (reportedSpeed >= 0) return reportedSpeed;
  let fastest = -1;
  let start = 0;
  for (let n = 1; n < track.line.length; n++) {
    if (isGap(track, n)) start = n;
    while (start + 1 < n && timeAt(track, n) - timeAt(track, start + 1) >= MIN_SPEED_SPAN) start++;
    const hours = (timeAt(track, n) - timeAt(track, start)) / 3.6e6;
    if (hours * 3.6e6 < MIN_SPEED_SPAN) continue;
    const metres = (track.along[n] as number) - (track.along[start] as number);
    fastest = Math.max(fastest, metres / 1000 / hours);
  }
  return fastest < 0 ? null : fastest;
};

/** @param stops of this track */
export const summaryOf = (track: Track, stops: readonly Stop[]): TrackSummary => {
  const [from, to] = [timeAt(track, 0), timeAt(track, track.line.length - 1)];
  const drift = stops.reduce((sum, stop) => {
    const [first, last] = [lastIndexBefore(track, stop.from), lastIndexBefore(track, stop.to)];
    return sum + (track.along[last] as number) - (track.along[first] as number);
  }, 0);
  const standing = totalOf(stops);
  // A silence in which the lock was found again where it had been is part of its stay.
  const silent = totalOf(
    gapsOf(track).filter((gap) => !stops.some((s) => s.from <= gap.from && gap.to <= s.to)),
  );
  return {
    from,
    to,
    metres: (track.along.at(-1) ?? 0) - drift,
    moving: Math.max(0, to - from - standing - silent),
    standing,
    silent,
    fastest: fastestOf(track),
  };
};
