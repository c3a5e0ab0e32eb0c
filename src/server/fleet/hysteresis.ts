import { type Area, metresOutside } from '../../domain/geo/area';
import type { LatLon } from '../../domain/geo/geometry';

/**
 * A lock has left an area only when it is seen this far outside, metres: receivers wander, and a lock that stands at
 * the border must not leave and enter time after time.
 */
export const HYSTERESIS_METRES = 50;

/** Where a lock was taken to be. */
interface PreviousPosition {
  /** Its last exact place, where it has one. */
  readonly fix: LatLon | undefined;
  /** Whether it was taken to be inside then. */
  readonly inside: boolean;
}

/** On which side of a border a lock is. */
interface Side {
  /** Before; undefined for one that was never seen anywhere, which cannot have gone anywhere either. */
  readonly wasInside: boolean | undefined;
  readonly isInside: boolean;
}

/**
 * On which side of the border of an area a lock was and is. The last place is measured against the area as it is now,
 * so that one that was drawn, moved or given the lock since then starts with what is true: a lock that stands inside
 * already did not enter.
 */
export const borderSide = (area: Area, { fix, inside }: PreviousPosition, place: LatLon): Side => {
  const isInsideAt = (metres: number, isSettled: boolean) =>
    metres <= 0 || (metres <= HYSTERESIS_METRES && isSettled);
  const wasInside = fix && isInsideAt(metresOutside(area, fix), inside);
  return { wasInside, isInside: isInsideAt(metresOutside(area, place), wasInside === true) };
};
