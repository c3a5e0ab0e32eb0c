import { type Area, metresOutside } from '../../../domain/geo/area';
import type { LatLon } from '../../../domain/geo/geometry';

/**
 * Distance outside an area at which a lock counts as having left, metres. Keeps a lock that stands at the border from
 * leaving and entering over and over because its position varies.
 */
export const HYSTERESIS_METRES = 50;

/**
 * Determines on which side of a border a lock was and is. The previous position is compared with the area as it is
 * now, so that a new, moved or newly assigned area raises no entry for a lock that is already inside.
 * @param fix last exact position; without one the lock cannot have crossed, and `wasInside` is undefined
 * @param inside true if the lock counted as inside then
 */
export const borderSide = (area: Area, fix: LatLon | undefined, inside: boolean, place: LatLon) => {
  const isInsideAt = (metres: number, isSettled: boolean) =>
    metres <= 0 || (metres <= HYSTERESIS_METRES && isSettled);
  const wasInside = fix && isInsideAt(metresOutside(area, fix), inside);
  return { wasInside, isInside: isInsideAt(metresOutside(area, place), wasInside === true) };
};
