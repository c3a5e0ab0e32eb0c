import { LOCK, type LockAction, type LockStatus } from '../../../domain/lock';
import type { LockCommand, LockReply, LockReport } from '../../../domain/report';
import { chance } from './chance';
import { gateAt } from './gates';
import { type Behaviour, habitsOf } from './habits';
import { mishapIn, sliceOf } from './mishap';
import { obey } from './obey';
import type { Route } from './routes';
import { stateTold } from './stateTold';
import { swipeIn } from './swipe';
import { createTelemetry } from './telemetry';
import type { Timing } from './timing';

export interface LockBodyOptions {
  sn: string;
  behaviour: Behaviour;
  route: Route;
  /** A whole number; decides where the lock is and all its luck. */
  seed: number;
  status: LockStatus;
  /** The firmware it was upgraded to; without it, what its like comes with. */
  version?: string;
  /** Runs a task once after a time drawn from a range. */
  after: (what: keyof Timing, task: () => void) => void;
  send: (report: LockReport) => void;
}

/** The lock itself: shackle, sensors and what befalls them. It knows no network. */
export interface LockBody {
  isMoving(): boolean;
  report(reason: LockReport['report_reson']): void;
  /** Lets happen what is due since the last call. */
  live(): void;
  /** Does a command, reports its effect and says how it went. */
  execute(command: Pick<LockCommand, 'cmd' | 'args'>): Omit<LockReply, 'id'>;
}

const RFID_SEAL: LockAction = 9;
const VIBRATION = 1011;
const ILLEGAL_UNLOCK = 1008;

/** A lock in a state, on its way. What it does over time it does through `after`. */
export const createLockBody = (options: LockBodyOptions): LockBody => {
  const { sn, behaviour, route, seed, after, send } = options;
  const habits = habitsOf(sn);
  const read = createTelemetry(route, seed, habits);
  let { status, version } = options;
  let lastSlice = sliceOf(Date.now());

  const report = (reason: LockReport['report_reson'], extra: Partial<LockReport> = {}): void => {
    const ts = Date.now();
    const { fields } = read(ts);
    const runs = version === undefined ? {} : { version };
    const lock_state = stateTold(extra);
    send({
      ts,
      report_reson: reason,
      lock_status: status,
      lock_state,
      ...fields,
      ...runs,
      ...extra,
    });
  };

  const become = (
    next: LockStatus,
    reason: LockReport['report_reson'],
    extra?: Partial<LockReport>,
  ): void => {
    status = next;
    report(reason, extra);
  };

  const repairByCard = (): void => {
    if (status !== LOCK.abnormal) return;
    const card = String(1_000_000_000 + Math.floor(chance(seed, 41) * 9e8));
    become(LOCK.sealed, 1, { lock_action: RFID_SEAL, icc_card_no: card });
  };

  const swipe = (slice: number): void => {
    const { depot } = read(Date.now());
    const gate = depot && gateAt(route.id, depot);
    const swiped = gate && swipeIn(slice, seed, gate, status);
    if (!swiped) return;
    become(swiped.status ?? status, 1, { lock_action: swiped.action, icc_card_no: swiped.card });
  };

  const closeByHand = (): void => {
    if (status === LOCK.open) become(LOCK.closed, 9);
  };

  const openByHand = (): void => {
    if (status !== LOCK.closed) return;
    become(LOCK.open, 9);
    after('open', closeByHand);
  };

  return {
    isMoving: () => read(Date.now()).moving,
    report,
    live: () => {
      const slice = sliceOf(Date.now());
      if (slice === lastSlice) return;
      lastSlice = slice;
      const kind = mishapIn(slice, seed, habits);
      if (kind === VIBRATION) report(0, { police_type: kind });
      if (kind === ILLEGAL_UNLOCK && status === LOCK.sealed) {
        become(LOCK.abnormal, 1, { police_type: kind });
        after('repair', repairByCard);
      }
      if (habits.carded) swipe(slice);
    },
    execute: (command) => {
      const { change, version: next, ...answer } = obey(status, behaviour, command);
      if (change) become(change.status, 1, { lock_action: change.action });
      if (next !== undefined) {
        version = next;
        // It has started anew.
        report(3);
      }
      if (command.cmd === 'unseal' && status === LOCK.closed && habits.opened)
        after('hand', openByHand);
      return answer;
    },
  };
};
