import { HOUR, SECOND } from '../duration';
import { distance, type LatLon } from '../geo/geometry';

/** Highest speed of a lock, km/h: aboard an airliner with the wind. A report of a higher one is refused. */
export const MAX_SPEED_KMH = 1_200;

/** Position of a lock at a time, epoch ms. */
export interface TimedPlace extends LatLon {
  readonly at: number;
}

export interface KnownPlaces<P extends TimedPlace> {
  /** Last position that another one agrees with, or that could be reached. */
  readonly fix: P | undefined;
  /** Later position that could not be reached from there, until the next one shows whether it is true. */
  readonly suspect?: P | undefined;
}

interface Followed<P extends TimedPlace> {
  /** Positions that are true now, in order: none, the next one, or the suspect and the next one. */
  readonly agreed: readonly P[];
  readonly suspect: P | undefined;
}

/**
 * True if a lock can be at both positions. Positions of one second may be as far apart as those of two, because locks
 * report whole seconds. The order does not matter: a clock may have been corrected back.
 */
export const isReachable = (from: TimedPlace, to: TimedPlace): boolean =>
  distance(from, to) / 1_000 <=
  (MAX_SPEED_KMH * Math.max(SECOND, Math.abs(to.at - from.at))) / HOUR;

/**
 * Decides which positions are true after the next one. One that no lock could reach is a suspect, until the next
 * agrees with it; if that one agrees with the last true position too, it decides for the nearer. The first position
 * of a lock is believed. The mileage report has the same rule in SQL.
 */
export const nextPlaces = <P extends TimedPlace>(
  { fix, suspect }: KnownPlaces<P>,
  next: P,
): Followed<P> => {
  const agreesWithFix = !fix || isReachable(fix, next);
  const agreesWithSuspect =
    fix &&
    suspect &&
    isReachable(suspect, next) &&
    (!agreesWithFix || distance(suspect, next) < distance(fix, next));
  if (agreesWithSuspect) return { agreed: [suspect, next], suspect: undefined };
  return agreesWithFix ? { agreed: [next], suspect: undefined } : { agreed: [], suspect: next };
};

/** Leaves out the positions of a track, in order of time, that are not true, or not yet. */
export const withoutLeaps = <P extends TimedPlace>(track: readonly P[]): P[] => {
  let places: KnownPlaces<P> = { fix: undefined };
  const agreed: P[] = [];
  for (const place of track) {
    const next = nextPlaces(places, place);
    agreed.push(...next.agreed);
    places = { fix: agreed.at(-1), suspect: next.suspect };
  }
  return agreed;
};
