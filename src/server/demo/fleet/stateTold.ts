import { type LockState, SEALING, UNSEALING } from '../../../domain/lock';
import type { LockReport } from '../../../domain/report';

const BY_ALARM: Readonly<Record<number, LockState>> = { 1008: 4, 1010: 3 };

/** The lock state that goes with what a report tells. */
export const stateTold = ({
  lock_action,
  police_type,
}: Pick<LockReport, 'lock_action' | 'police_type'>): LockState => {
  const alarmed = police_type === undefined ? undefined : BY_ALARM[police_type];
  if (alarmed !== undefined) return alarmed;
  if (lock_action === undefined) return 0;
  if (UNSEALING.includes(lock_action)) return 1;
  return SEALING.includes(lock_action) ? 2 : 0;
};
