import type { AlarmKind } from '../../domain/alarm';
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
} from '../../domain/lock';
import { cardIn, cardsOf, gateAt } from '../world/gates';
import { randomChance } from '../world/random';
import type { Route } from '../world/routes';
import { createTelemetry } from '../world/telemetry';
import { type Behaviour, type Traits, traitsOf } from '../world/traits';
import { createLockSettings, type Settings } from './lockSettings';
import type { Timing } from './timing';

export interface LockBodyOptions {
  sn: string;
  behaviour: Behaviour;
  route: Route;
  /** Integer that determines the lock's position and all random events. */
  seed: number;
  status: LockStatus;
  /** Owner: an index of demoOrganisations. */
  orgIndex: number;
  /** Firmware after an upgrade; by default the one of its model. */
  version?: string;
  /** Settings from earlier commands; factory settings for the rest. */
  settings?: Settings;
  /** Clock of the lock, epoch ms. */
  now: () => number;
  /** Runs a task once, after a random time from a range. */
  after: (what: keyof Timing, task: () => void) => void;
  send: (report: LockReport) => void;
}

const VIBRATION = 1011;
const ILLEGAL_UNLOCK = 1008;
const DISMANTLING = 1010;
/** Share of dismantlings among the incidents of a tampered lock. */
const DISMANTLED = 0.25;

type ReportReason = LockReport['report_reson'];

/** The lock without its network: shackle, sensors and incidents. */
export type LockBody = ReturnType<typeof createLockBody>;

/** Creates a lock on its route. Its delayed actions run through `after`. */
export const createLockBody = (options: LockBodyOptions) => {
  const { sn, behaviour, route, seed, now, after, send } = options;
  const traits = traitsOf(sn);
  const read = createTelemetry(route, seed, traits);
  const settings = createLockSettings(sn, seed, options.settings);
  let { status, version } = options;
  let lastSlice = sliceOf(now());

  const report = (report_reson: ReportReason, details: Partial<LockReport> = {}): void => {
    const ts = now();
    const condition = { lock_status: status, lock_state: lockStateOf(details), ...read(ts).fields };
    send({ ts, report_reson, ...condition, ...(version !== undefined && { version }), ...details });
  };

  const isMoving = (): boolean => read(now()).moving;

  const become = (next: LockStatus, reason: ReportReason, details?: Partial<LockReport>): void => {
    status = next;
    report(reason, details);
  };

  /** Cards of the gate where the lock waits, and its own; none on the road. */
  const cardsAtGate = (): readonly string[] => {
    const { depot } = read(now());
    const gate = depot && gateAt(route.id, depot, options.orgIndex);
    return gate ? [...cardsOf(gate).map(({ no }) => no), ...settings.cards()] : [];
  };

  /** Swipes a card. A known card unseals a sealed lock and seals a closed one; another is refused. */
  const hold = (card: string): void => {
    const isKnown = settings.knows(card) || cardsAtGate().includes(card);
    const swipe = (lock_action: LockAction) => ({ lock_action, icc_card_no: card });
    if (!isKnown) report(1, swipe(ILLEGAL_CARD));
    else if (status === LOCK.sealed) become(LOCK.closed, 1, swipe(RFID_UNSEAL));
    else if (status === LOCK.closed) become(LOCK.sealed, 1, swipe(RFID_SEAL));
  };

  const repairByCard = (): void => {
    const icc_card_no = String(1_000_000_000 + Math.floor(randomChance(seed, 41) * 9e8));
    if (status === LOCK.abnormal) become(LOCK.sealed, 1, { lock_action: RFID_SEAL, icc_card_no });
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
    status: () => status,
    isMoving,
    report,
    become,
    hold,
    /** Runs the events that are due since the last call. */
    live: () => {
      const slice = sliceOf(now());
      if (slice === lastSlice) return;
      lastSlice = slice;
      const kind = RISKS.find(
        (risk) => traits[risk.habit] && randomChance(seed, slice, risk.kind) < risk.perSlice,
      )?.kind;
      if (kind === VIBRATION) report(0, { police_type: kind });
      if (kind === ILLEGAL_UNLOCK && status === LOCK.open && isMoving()) {
        report(0, { police_type: kind });
      }
      if (kind === ILLEGAL_UNLOCK && status === LOCK.sealed && !traits.unruly) {
        const isDismantled = randomChance(seed, slice, DISMANTLING) < DISMANTLED;
        become(LOCK.abnormal, 1, { police_type: isDismantled ? DISMANTLING : kind });
        after('repair', repairByCard);
      }
      const card = traits.carded && cardIn(slice, seed, cardsAtGate);
      if (card) hold(card);
    },
    /** Carries out a command and reports its effect. Returns the reply. */
    execute: (command: Pick<LockCommand, 'cmd' | 'args'>): Omit<LockReply, 'id'> => {
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

const STATE_BY_ALARM: Readonly<Record<number, LockState>> = { 1008: 4, 1010: 3 };

/** Lock state that matches the details of a report. */
const lockStateOf = ({ lock_action: action, police_type }: Partial<LockReport>): LockState => {
  const done = action !== undefined && UNSEALING.includes(action) ? 1 : 0;
  const state = action !== undefined && SEALING.includes(action) ? 2 : done;
  return STATE_BY_ALARM[police_type ?? 0] ?? state;
};

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

export const [REMOTE_UNSEAL, RFID_UNSEAL, RFID_SEAL, REMOTE_SEAL] = [1, 5, 9, 12] as const;
const ILLEGAL_CARD = 14;

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
