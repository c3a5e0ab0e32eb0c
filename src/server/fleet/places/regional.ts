import { type CardVerdict, VERDICT } from '../../../domain/card';
import { type Area, metresOutside } from '../../../domain/geo/area';
import type { LatLon } from '../../../domain/geo/geometry';
import { borderSide } from './hysteresis';

/** Rules and cards for the locks of a batch of reports. */
export interface RegionalContext {
  readonly rulesOf: (sn: string) => readonly RegionalRule[];
  /** Returns the card with a number, if the lock's tenant has one. */
  readonly cardOf: (sn: string, cardNo: string) => SwipedCard | undefined;
}

/** Context of a configuration without rules and cards. */
export const emptyRegionalContext: RegionalContext = { rulesOf: () => [], cardOf: () => undefined };

export interface RegionalRule extends Circle {
  readonly id: number;
  readonly name: string;
  /** True if a lock that enters the region is unsealed. */
  readonly autoUnblock: boolean;
}

/** Card swiped at a lock and found among those of the lock's tenant. */
export interface SwipedCard {
  readonly name: string | null;
  readonly enabled: boolean;
  /** Circle in which it opens locks; all null for everywhere. Radius in metres. */
  readonly lat: number | null;
  readonly lon: number | null;
  readonly radius: number | null;
  /** Ids of the rules that allow it, itself or through its group, to open this lock. */
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

/** True if a card is restricted to a circle that does not contain the place. */
const isOutsideItsPlace = ({ lat, lon, radius }: SwipedCard, place: LatLon): boolean =>
  lat !== null && lon !== null && radius !== null && !isInside({ lat, lon, radius }, place);

/**
 * Judges a card swipe.
 * @param rules enabled rules for the lock; without any, nothing is judged
 * @param place position of the lock; while it is unknown, no card counts as outside
 * @returns undefined if the swipe is not judged
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

/**
 * Determines which regions a lock entered between two exact positions.
 * @param rules rules for the lock with automatic unsealing
 * @param fix last exact position, if there is one
 * @param regions ids of the rules whose regions contained it
 */
export const regionsEntered = (
  rules: readonly RegionalRule[],
  fix: LatLon | undefined,
  regions: readonly number[],
  place: LatLon,
) => {
  const sides = rules.map((rule) => ({
    rule,
    side: borderSide(areaOf(rule), fix, regions.includes(rule.id), place),
  }));
  return {
    regions: sides.filter(({ side }) => side.isInside).map(({ rule }) => rule.id),
    entered: sides.flatMap(({ rule, side }) =>
      side.isInside && side.wasInside === false ? [rule] : [],
    ),
  };
};
