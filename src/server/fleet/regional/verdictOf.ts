import { type CardVerdict, VERDICT } from '../../../domain/card';
import type { LatLon } from '../../../domain/geo/geometry';
import { isInside } from './circle';
import type { RegionalRule } from './RegionalRule';
import type { SwipedCard } from './SwipedCard';

/** A card without a place opens locks everywhere. */
const isOutsideItsPlace = ({ lat, lon, radius }: SwipedCard, place: LatLon): boolean =>
  lat !== null && lon !== null && radius !== null && !isInside({ lat, lon, radius }, place);

/**
 * What is to be thought of a card held to a lock.
 * @param rules the enabled rules about the lock; without any there is nothing to judge by
 * @param place where the lock is; while nobody knows, no card is called out of its place
 * @returns undefined where it is not judged
 */
export const verdictOf = (
  rules: readonly RegionalRule[],
  card: SwipedCard | undefined,
  place: LatLon | undefined,
): CardVerdict | undefined => {
  if (rules.length === 0) return undefined;
  if (!card) return VERDICT.unknown;
  if (!card.enabled) return VERDICT.disabled;
  const allowing = rules.filter(({ id }) => card.rules.includes(id));
  if (allowing.length === 0) return VERDICT.noRule;
  if (!place) return VERDICT.allowed;
  if (isOutsideItsPlace(card, place)) return VERDICT.outside;
  return allowing.some((rule) => isInside(rule, place)) ? VERDICT.allowed : VERDICT.outside;
};
