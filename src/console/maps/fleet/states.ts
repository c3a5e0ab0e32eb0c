import { LOCK, type LockStatus, lockStatus } from '../../../domain/lock';

/** Lock states in the order in which columns count them: a slot is an index into this. */
export const STATES: readonly LockStatus[] = lockStatus.map(([status]) => status);

const slots = new Map(STATES.map((status, slot) => [status, slot]));

/** The slot of a status; one this console does not know counts as initial. */
export const slotOf = (status: LockStatus): number =>
  slots.get(status) ?? slots.get(LOCK.initial) ?? 0;

/** The worst member speaks for a group, and begins its ring. */
export const WORST_FIRST: readonly LockStatus[] = [
  LOCK.abnormal,
  LOCK.open,
  LOCK.closed,
  LOCK.sealed,
  LOCK.initial,
];

/** The worst state with a member; `shares` counts members by slot. */
export const worstOf = (shares: readonly number[]): LockStatus =>
  WORST_FIRST.find((status) => (shares[slotOf(status)] ?? 0) > 0) ?? LOCK.initial;
