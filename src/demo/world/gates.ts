import { LOCK, type LockAction, type LockStatus } from '../../domain/lock';
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
  /** Owner of the cards: an index of demoOrganisations. */
  readonly orgIndex: number;
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
    orgIndex: 0,
    autoUnblock: false,
  },
  {
    name: 'Hamburg port',
    routeId: 'hamburg-istanbul',
    end: 'start',
    lat: 53.52,
    lon: 10,
    radius: 1_500,
    orgIndex: 1,
    autoUnblock: true,
  },
  {
    name: 'Wuhan terminal',
    routeId: 'shenzhen-wuhan',
    end: 'end',
    lat: 30.5,
    lon: 114.4,
    radius: 1_500,
    orgIndex: 0,
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

export const gateAt = (routeId: string, end: DepotEnd): Gate | undefined =>
  gates.find((gate) => gate.routeId === routeId && gate.end === end);

/** Card swipe at a lock and its effect. */
export interface DemoSwipe {
  readonly card: string;
  readonly action: LockAction;
  /** State after the swipe, if the card changes it. */
  readonly status?: LockStatus;
}

/** Probabilities per ten minutes at a gate: of any swipe, and of a swipe being an unknown card's. */
const SWIPED = 1 / 6;
const STRANGE = 1 / 12;

const UNSEAL: LockAction = 5;
const SEAL: LockAction = 9;
const REFUSED: LockAction = 14;

/** Swipe of a known card: it unseals a sealed lock and seals a closed one. Undefined in other states. */
export const knownSwipe = (card: string, status: LockStatus): DemoSwipe | undefined => {
  if (status === LOCK.sealed) return { card, action: UNSEAL, status: LOCK.closed };
  if (status === LOCK.closed) return { card, action: SEAL, status: LOCK.sealed };
  return undefined;
};

export const unknownSwipe = (card: string): DemoSwipe => ({ card, action: REFUSED });

interface Visitor {
  readonly seed: number;
  readonly status: LockStatus;
  /** Cards on the lock's own list. */
  readonly own?: readonly string[];
}

/**
 * Returns the swipe at a gate within a slice of ten minutes, if there is one. A guard's card unseals a sealed lock and
 * seals a closed one; an unknown card is refused.
 * @param slice number of the ten minutes
 */
export const swipeIn = (
  gate: Gate,
  slice: number,
  { seed, status, own = [] }: Visitor,
): DemoSwipe | undefined => {
  if (randomChance(seed, slice, 51) >= SWIPED) return undefined;
  if (randomChance(seed, slice, 52) < STRANGE) {
    const card = 7_000_000_000 + Math.floor(randomChance(seed, slice, 53) * 9e8);
    return unknownSwipe(String(card));
  }
  const cards = [...cardsOf(gate).map(({ no }) => no), ...own];
  return knownSwipe(randomItem(cards, seed, slice, 54), status);
};
