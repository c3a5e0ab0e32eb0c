import { LOCK, type LockAction, type LockStatus } from '../../../domain/lock';
import { chance, pick } from './chance';
import { cardsOf, type Gate } from './gates';

/** A card held to a lock, and what the lock makes of it. */
export interface DemoSwipe {
  readonly card: string;
  readonly action: LockAction;
  /** The lock's state after it, where the card moves it. */
  readonly status?: LockStatus;
}

/** How often a card is held to a lock that waits at a gate, per ten minutes; and how often it is a stranger's. */
const SWIPED = 1 / 6;
const STRANGE = 1 / 12;

const UNSEAL: LockAction = 5;
const SEAL: LockAction = 9;
const REFUSED: LockAction = 14;

/** A number that no demo organisation has. */
const strangeCard = (seed: number, slice: number): string =>
  String(7_000_000_000 + Math.floor(chance(seed, slice, 53) * 9e8));

/**
 * The swipe that befalls a lock at a gate within ten minutes, if any: a guard's card unseals what is sealed and seals
 * what is closed; a stranger's is refused.
 */
export const swipeIn = (
  slice: number,
  seed: number,
  gate: Gate,
  status: LockStatus,
): DemoSwipe | undefined => {
  if (chance(seed, slice, 51) >= SWIPED) return undefined;
  if (chance(seed, slice, 52) < STRANGE) return { card: strangeCard(seed, slice), action: REFUSED };
  const card = pick(cardsOf(gate), seed, slice, 54).no;
  if (status === LOCK.sealed) return { card, action: UNSEAL, status: LOCK.closed };
  if (status === LOCK.closed) return { card, action: SEAL, status: LOCK.sealed };
  return undefined;
};
