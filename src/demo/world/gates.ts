import type { DepotEnd } from './journey';
import { randomChance, randomItem } from './random';
import type { DemoText } from './texts';

/** A port or terminal at an end of a route, where cards open and close locks. */
export interface Gate {
  readonly name: DemoText;
  readonly routeId: string;
  readonly end: DepotEnd;
  /** WGS-84. */
  readonly lat: number;
  readonly lon: number;
  /** Metres; covers every bay. */
  readonly radius: number;
  /** Indexes of demoOrganisations: the owner of the cards, and those below it. */
  readonly owners: readonly [number, ...number[]];
  /** True if arriving locks are unsealed without a card. */
  readonly autoUnblock: boolean;
}

export const gates: readonly Gate[] = [
  {
    name: 'Yantian port',
    routeId: 'shenzhen-wuhan',
    end: 'start',
    lat: 22.577,
    lon: 114.27,
    radius: 2_000,
    owners: [0, 2],
    autoUnblock: false,
  },
  {
    name: 'Hamburg port',
    routeId: 'hamburg-istanbul',
    end: 'start',
    lat: 53.52,
    lon: 10,
    radius: 1_500,
    owners: [1],
    autoUnblock: true,
  },
  {
    name: 'Wuhan terminal',
    routeId: 'shenzhen-wuhan',
    end: 'end',
    lat: 30.5,
    lon: 114.4,
    radius: 1_500,
    owners: [0, 2],
    autoUnblock: true,
  },
];

interface GateCard {
  readonly no: string;
  /** Filled with the name of the gate. */
  readonly name?: DemoText;
  /** Set if it opens locks anywhere, not only at the gate. */
  readonly anywhere?: true;
  /** Group number, for a card of the gate's group. */
  readonly group?: string;
  /** True if the gate's rule lists it. The other cards of its group are valid through the group. */
  readonly listed: boolean;
}

/**
 * Cards of a gate: one for each of two guards, the second valid everywhere, and two of a group of which the rule lists
 * one. The other is a spare without a name.
 */
export const cardsOf = (gate: Gate): GateCard[] => {
  const g = gates.indexOf(gate);
  const no = (n: number) => `20260${g}000${n}`;
  const group = `G${g + 1}`;
  return [
    { no: no(1), name: '%{gate}, guard 1', listed: true },
    { no: no(2), name: '%{gate}, guard 2', anywhere: true, listed: true },
    { no: no(3), name: '%{gate}, gate', group, listed: true },
    { no: no(4), group, listed: false },
  ];
};

/** Returns the gate at an end of a route if its cards open the locks of an organisation. */
export const gateAt = (routeId: string, end: DepotEnd, orgIndex: number): Gate | undefined =>
  gates.find(
    (gate) => gate.routeId === routeId && gate.end === end && gate.owners.includes(orgIndex),
  );

/** Probabilities per ten minutes at a gate: of any swipe, and of a swipe being an unknown card's. */
const SWIPED = 1 / 6;
const STRANGE = 1 / 12;

/** Returns the number of a card that no gate knows. */
export const strangeCard = (seed: number, salt: number): string =>
  String(7_000_000_000 + Math.floor(randomChance(seed, salt, 53) * 9e8));

/**
 * Returns the card that is swiped at a gate within ten minutes, if one is.
 * @param slice number of the ten minutes
 * @param readCards returns the cards that open the lock at the gate; none if it is at no gate
 */
export const cardIn = (
  slice: number,
  seed: number,
  readCards: () => readonly string[],
): string | undefined => {
  if (randomChance(seed, slice, 51) >= SWIPED) return undefined;
  const cards = readCards();
  if (cards.length === 0) return undefined;
  if (randomChance(seed, slice, 52) < STRANGE) return strangeCard(seed, slice);
  return randomItem(cards, seed, slice, 54);
};
