import type { LatLon } from '../../../domain/geo/geometry';
import { isInside, metresOutside } from './circle';
import type { RegionalRule } from './RegionalRule';

/**
 * A lock has left a region only when it is seen this far outside, metres: receivers wander, and a lock that was sealed
 * again at the border must not be unsealed time after time.
 */
const FRINGE = 50;

/** Where a lock was taken to be. */
export interface Standing {
  /** Its last exact place, where it has one. */
  readonly fix: LatLon | undefined;
  /** The rules in whose region it was taken to be. */
  readonly regions: readonly number[];
}

export interface Crossing {
  /** The rules in whose region it is taken to be now. */
  readonly regions: readonly number[];
  readonly entered: readonly RegionalRule[];
}

/**
 * Whether the last place counts as inside. It is measured against the region as it is now, so that a rule that was
 * switched on, moved or given the lock since then starts with what is true: a lock that stands inside already did not
 * enter. One that was never seen anywhere did not either.
 */
const wasInside = (rule: RegionalRule, { fix, regions }: Standing): boolean => {
  if (!fix) return true;
  const outside = metresOutside(rule, fix);
  return outside <= 0 || (outside <= FRINGE && regions.includes(rule.id));
};

const isHeld = (rule: RegionalRule, before: Standing, place: LatLon): boolean =>
  before.fix !== undefined && wasInside(rule, before) && metresOutside(rule, place) <= FRINGE;

/**
 * Which regions a lock entered by going from one exact place to the next.
 * @param rules those with automatic unblocking that are about the lock
 */
export const crossing = (
  rules: readonly RegionalRule[],
  before: Standing,
  place: LatLon,
): Crossing => {
  const inside = rules.filter((rule) => isInside(rule, place));
  return {
    regions: rules
      .filter((rule) => inside.includes(rule) || isHeld(rule, before, place))
      .map(({ id }) => id),
    entered: inside.filter((rule) => !wasInside(rule, before)),
  };
};
