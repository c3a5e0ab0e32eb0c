import { LOCK, type LockAction, type LockStatus } from '../../../domain/lock';
import type { LockCommand } from '../../../domain/report';
import type { Behaviour } from './habits';

/** What a lock makes of a command. */
export interface Outcome {
  /** 0 is done, anything else a refusal. */
  code: number;
  msg?: string;
  /** The lock's own state after it moved. */
  change?: { status: LockStatus; action: LockAction };
  /** What it runs from now on. */
  version?: string;
}

const REMOTE_UNSEAL: LockAction = 1;
const REMOTE_SEAL: LockAction = 12;

/** What a lock in a state does with a command code. A shackle that stands open cannot be sealed, as with real locks. */
export const obey = (
  status: LockStatus,
  behaviour: Behaviour,
  { cmd, args }: Pick<LockCommand, 'cmd' | 'args'>,
): Outcome => {
  if (behaviour === 'refuses') return { code: 1006, msg: 'Motor fault' };
  if (cmd === 'seal') {
    return status === LOCK.open
      ? { code: 1, msg: 'Lock is open' }
      : { code: 0, change: { status: LOCK.sealed, action: REMOTE_SEAL } };
  }
  if (cmd === 'unseal') {
    const after = status === LOCK.open ? LOCK.open : LOCK.closed;
    return { code: 0, change: { status: after, action: REMOTE_UNSEAL } };
  }
  if (cmd === 'upgrade') {
    return typeof args.version === 'string'
      ? { code: 0, version: args.version }
      : { code: 2, msg: 'No version' };
  }
  return { code: 0 };
};
