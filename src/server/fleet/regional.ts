import { type CardVerdict, VERDICT } from '../../domain/card';
import { type Area, metresOutside } from '../../domain/geo/area';
import type { LatLon } from '../../domain/geo/geometry';
import { borderSide } from './hysteresis';

/** What the rules know of the locks and cards of a batch of reports. */
export interface RegionalContext {
  /** The enabled rules about a lock. */
  readonly rulesOf: (sn: string) => readonly RegionalRule[];
  /** The card of a number held to a lock, where the lock's tenant has one. */
  readonly cardOf: (sn: string, cardNo: string) => SwipedCard | undefined;
}

/** Where a configuration has no rules and no cards. */
export const emptyRegionalContext: RegionalContext = { rulesOf: () => [], cardOf: () => undefined };

/** An enabled rule as far as it is about one of the locks that reported. */
export interface RegionalRule extends Circle {
  readonly id: number;
  readonly name: string;
  /** Whether a lock that enters the region is unsealed. */
  readonly autoUnblock: boolean;
}

/** A card as a lock reported it, found among those of the lock's tenant. */
export interface SwipedCard {
  readonly name: string | null;
  readonly enabled: boolean;
  /** Where it opens locks; all null for everywhere. Metres. */
  readonly lat: number | null;
  readonly lon: number | null;
  readonly radius: number | null;
  /** The rules that let it open this lock somewhere, itself or by its group. */
  readonly rules: readonly number[];
}

interface Circle extends LatLon {
  /** Metres. */
  readonly radius: number;
}

const areaOf = ({ lat, lon, radius }: Circle): Area => ({
  kind: 'circle',
  centre: { lat, lon },
  radius,
});

const isInside = (circle: Circle, place: LatLon): boolean =>
  metresOutside(areaOf(circle), place) <= 0;

/** A card without a place opens locks everywhere. */
const isOutsideItsPlace = ({ lat, lon, radius }: SwipedCard, place: LatLon): boolean =>
  lat !== null && lon !== null && radius !== null && !isInside({ lat, lon, radius }, place);

/**
 * What is to be thought of a card held to a lock.
 * @param rules the enabled rules about the lock; without any there is nothing to judge by
 * @param place where the lock is; while nobody knows, no card is called out of its place
 * @returns undefined where it is not judged
 */
export const judgeSwipe = (
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

/** Where a lock was taken to be. */
interface RegionState {
  /** Its last exact place, where it has one. */
  readonly fix: LatLon | undefined;
  /** The rules in whose region it was taken to be. */
  readonly regions: readonly number[];
}

interface RegionChange {
  /** The rules in whose region it is taken to be now. */
  readonly regions: readonly number[];
  readonly entered: readonly RegionalRule[];
}

/**
 * Which regions a lock entered by going from one exact place to the next.
 * @param rules those with automatic unblocking that are about the lock
 */
export const regionsEntered = (
  rules: readonly RegionalRule[],
  { fix, regions }: RegionState,
  place: LatLon,
): RegionChange => {
  const sides = rules.map((rule) => ({
    rule,
    side: borderSide(areaOf(rule), { fix, inside: regions.includes(rule.id) }, place),
  }));
  return {
    regions: sides.filter(({ side }) => side.isInside).map(({ rule }) => rule.id),
    entered: sides
      .filter(({ side }) => side.isInside && side.wasInside === false)
      .map(({ rule }) => rule),
  };
};
