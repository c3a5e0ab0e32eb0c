import type { AlarmKind } from '../domain/alarm';
import {
  LOCK,
  type LockAction,
  type LockCommand,
  type LockReply,
  type LockReport,
  type LockState,
  type LockStatus,
  SEALING,
  UNSEALING,
} from '../domain/lock';
import type { Timing } from './demoFleet';
import { gateAt, swipeIn } from './gates';
import { createLockSettings, type Settings } from './lockSettings';
import type { Route } from './routes';
import { createTelemetry } from './telemetry';
import { type Behaviour, randomChance, type Traits, traitsOf } from './traits';

export interface LockBodyOptions {
  sn: string;
  behaviour: Behaviour;
  route: Route;
  /** Integer that determines the lock's position and all random events. */
  seed: number;
  status: LockStatus;
  /** Firmware after an upgrade; by default the one of its model. */
  version?: string;
  /** Settings from earlier commands; factory settings for the rest. */
  settings?: Settings;
  /** Runs a task once, after a random time from a range. */
  after: (what: keyof Timing, task: () => void) => void;
  send: (report: LockReport) => void;
}

/** The lock without its network: shackle, sensors and incidents. */
export interface LockBody {
  isMoving(): boolean;
  report(reason: LockReport['report_reson']): void;
  /** Runs the events that are due since the last call. */
  live(): void;
  /** Swipes a card. A known card unseals a sealed lock and seals a closed one. */
  hold(card: string): void;
  /** Carries out a command and reports its effect. Returns the reply. */
  execute(command: Pick<LockCommand, 'cmd' | 'args'>): Omit<LockReply, 'id'>;
}

const RFID_UNSEAL: LockAction = 5;
const RFID_SEAL: LockAction = 9;
const ILLEGAL_CARD: LockAction = 14;
const VIBRATION = 1011;
const ILLEGAL_UNLOCK = 1008;

/** Creates a lock on its route. Its delayed actions run through `after`. */
export const createLockBody = (options: LockBodyOptions): LockBody => {
  const { sn, behaviour, route, seed, after, send } = options;
  const traits = traitsOf(sn);
  const read = createTelemetry(route, seed, traits);
  const settings = createLockSettings(sn, seed, options.settings);
  let { status, version } = options;
  let lastSlice = sliceOf(Date.now());

  const report = (reason: LockReport['report_reson'], extra: Partial<LockReport> = {}): void => {
    const ts = Date.now();
    const { fields } = read(ts);
    const runs = version === undefined ? {} : { version };
    const lock_state = stateOfReport(extra);
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

  const isMoving = (): boolean => read(Date.now()).moving;

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
    const card = String(1_000_000_000 + Math.floor(randomChance(seed, 41) * 9e8));
    become(LOCK.sealed, 1, { lock_action: RFID_SEAL, icc_card_no: card });
  };

  const swipe = (slice: number): void => {
    const { depot } = read(Date.now());
    const gate = depot && gateAt(route.id, depot);
    const swiped = gate && swipeIn(gate, slice, { seed, status, own: settings.cards() });
    if (!swiped) return;
    become(swiped.status ?? status, 1, { lock_action: swiped.action, icc_card_no: swiped.card });
  };

  const hold = (card: string): void => {
    const isKnown = settings.knows(card);
    const next = status === LOCK.sealed ? LOCK.closed : LOCK.sealed;
    if (!isKnown) become(status, 1, { lock_action: ILLEGAL_CARD, icc_card_no: card });
    else if (status === LOCK.sealed || status === LOCK.closed) {
      const lock_action = status === LOCK.sealed ? RFID_UNSEAL : RFID_SEAL;
      become(next, 1, { lock_action, icc_card_no: card });
    }
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
    isMoving,
    report,
    live: () => {
      const slice = sliceOf(Date.now());
      if (slice === lastSlice) return;
      lastSlice = slice;
      const kind = mishapIn(slice, seed, traits);
      if (kind === VIBRATION) report(0, { police_type: kind });
      if (kind === ILLEGAL_UNLOCK && status === LOCK.open && isMoving()) {
        report(0, { police_type: kind });
      }
      if (kind === ILLEGAL_UNLOCK && status === LOCK.sealed && !traits.unruly) {
        become(LOCK.abnormal, 1, { police_type: kind });
        after('repair', repairByCard);
      }
      if (traits.carded) swipe(slice);
    },
    hold,
    execute: (command) => {
      if (command.cmd === 'unseal' && behaviour !== 'refuses' && !settings.unsealable()) {
        return { code: 3, msg: 'Unsealing is disabled' };
      }
      const { change, version: next, ...outcome } = applyCommand(status, behaviour, command);
      const answer = (outcome.code === 0 && settings.apply(command)) || outcome;
      if (change) become(change.status, 1, { lock_action: change.action });
      if (next !== undefined) version = next;
      if (answer.code === 0 && STARTING_ANEW.includes(command.cmd)) report(3);
      if (command.cmd === 'unseal' && status === LOCK.closed && traits.opened)
        after('hand', openByHand);
      return answer;
    },
  };
};

/** Effect of a command. */
interface Outcome {
  /** 0 on success, otherwise a refusal. */
  code: number;
  msg?: string;
  /** State of the lock after its motor moved. */
  change?: { status: LockStatus; action: LockAction };
  /** Firmware version from now on. */
  version?: string;
}

/** Commands after which a lock restarts and reports as after sleep. */
const STARTING_ANEW = ['upgrade', 'restart', 'factoryReset'];

const REMOTE_UNSEAL: LockAction = 1;
const REMOTE_SEAL: LockAction = 12;

/** Computes the effect of a command. As in real locks, an open shackle cannot be sealed. */
export const applyCommand = (
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
    if (typeof args.trouble === 'string') return { code: 5, msg: args.trouble };
    return typeof args.version === 'string'
      ? { code: 0, version: args.version }
      : { code: 2, msg: 'No version' };
  }
  return { code: 0 };
};

const BY_ALARM: Readonly<Record<number, LockState>> = { 1008: 4, 1010: 3 };

/** Lock state that matches the content of a report. */
export const stateOfReport = ({
  lock_action,
  police_type,
}: Pick<LockReport, 'lock_action' | 'police_type'>): LockState => {
  const alarmed = police_type === undefined ? undefined : BY_ALARM[police_type];
  if (alarmed !== undefined) return alarmed;
  if (lock_action === undefined) return 0;
  if (UNSEALING.includes(lock_action)) return 1;
  return SEALING.includes(lock_action) ? 2 : 0;
};

const SLICE_MS = 600_000;

/**
 * Probabilities of incidents by trait: vibration every two hours, tampering once a day, and an alarm every half hour
 * from an open lock on the road.
 */
const RISKS: readonly { habit: keyof Traits; kind: AlarmKind; perSlice: number }[] = [
  { habit: 'shaken', kind: 1011, perSlice: 1 / 12 },
  { habit: 'tampered', kind: 1008, perSlice: 1 / 144 },
  { habit: 'unruly', kind: 1008, perSlice: 1 / 3 },
];

/** Number of the ten-minute slice that contains a time. */
const sliceOf = (time: number): number => Math.floor(time / SLICE_MS);

/** Alarm of a lock within a slice, if there is one. */
const mishapIn = (slice: number, seed: number, traits: Traits): AlarmKind | undefined =>
  RISKS.find(
    ({ habit, kind, perSlice }) => traits[habit] && randomChance(seed, slice, kind) < perSlice,
  )?.kind;
