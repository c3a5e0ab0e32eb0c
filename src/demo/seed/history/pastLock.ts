import { MINUTE, SECOND } from '../../../domain/duration';
import {
  LOCK,
  type LockAction,
  type LockReport,
  type LockStatus,
  SEALING,
} from '../../../domain/lock';
import type { TicketSource, TicketState } from '../../../domain/ticket';
import { lockReport, type ReportDetails, type ReportReason } from '../../locks/lockReport';
import type { DemoLock } from '../../locks/locks';
import { cardsOf, type Gate } from '../../world/gates';
import { randomBetween, randomChance, randomItem } from '../../world/random';
import type { Route } from '../../world/routes';
import { createTelemetry } from '../../world/telemetry';
import { traitsOf } from '../../world/traits';

/** Past command. Times are epoch ms. */
export interface HistoryCommand {
  readonly cmd: string;
  readonly args: Readonly<Record<string, unknown>>;
  readonly created: number;
  /** Null if it was cancelled before it was sent. */
  readonly sent: number | null;
  readonly ended: number;
  readonly state: TicketState;
  readonly message?: string;
  readonly source: TicketSource;
  /** Name of the rule that sent it; undefined if an operator did. */
  readonly rule?: string;
}

export const [REMOTE_UNSEAL, RFID_UNSEAL] = [1, 5] as const;
export const [RFID_SEAL, REMOTE_SEAL] = [9, 12] as const;
/** Actions on the spot that replace a remote command which failed. */
const [PASSWORD_UNSEAL, SPOT_SEAL] = [2, 11] as const;

/**
 * Lock whose past is generated. Events are planned in any order and run in order of time; they change the lock and add
 * reports and commands. Random numbers form one sequence, so the order of calls is part of the result.
 */
export class PastLock {
  readonly reports: LockReport[] = [];
  readonly commands: HistoryCommand[] = [];
  readonly seed: number;
  readonly traits;
  /** True if it carries out commands. */
  readonly obeys: boolean;
  readonly sleeps: boolean;
  status: LockStatus = LOCK.sealed;
  /** Firmware after an upgrade. */
  version?: string;
  readonly #read;
  readonly #planned: (readonly [at: number, run: (at: number) => void])[] = [];
  #draws = 0;

  constructor(
    readonly lock: DemoLock,
    readonly route: Route,
  ) {
    this.seed = lock.seed;
    this.traits = traitsOf(lock.sn);
    this.sleeps = lock.behaviour === 'asleep';
    this.obeys = lock.behaviour === 'normal' || this.sleeps;
    this.#read = createTelemetry(route, lock.seed, this.traits);
  }

  /** Draws a number from 0 to below 1. */
  luck(): number {
    return randomChance(this.seed, this.#draws++, 81);
  }

  draw(min: number, max: number): number {
    return randomBetween(min, max, this.seed, this.#draws++, 82);
  }

  /** Plans an event. `run` receives the rounded time. */
  plan(at: number, run: (at: number) => void): void {
    this.#planned.push([Math.round(at), run]);
  }

  /** Runs the planned events of a period, start and end inclusive. */
  run(from: number, end: number): void {
    this.#planned.sort(([a], [b]) => a - b);
    for (const [at, run] of this.#planned) if (at >= from && at <= end) run(at);
    this.reports.sort((a, b) => a.ts - b.ts);
  }

  report(ts: number, reason: ReportReason, details?: ReportDetails): void {
    const { status, version } = this;
    const measurements = this.#read(ts).fields;
    this.reports.push(lockReport(ts, reason, { status, version, measurements }, details));
  }

  become(ts: number, status: LockStatus, reason: ReportReason, details?: ReportDetails): void {
    this.status = status;
    this.report(ts, reason, details);
  }

  /** Adds a command. @param took time from the command to its effect at `at`, ms */
  send(
    at: number,
    command: Pick<HistoryCommand, 'cmd' | 'state'> & Partial<HistoryCommand>,
    took = this.draw(1, 4) * SECOND,
  ): void {
    const created = Math.round(at - took);
    const sent = command.state === 'cancelled' ? null : created + 150;
    const end = command.state === 'invalid' ? created + MINUTE : Math.round(at) + 300;
    this.commands.push({ args: {}, source: 1, ...command, created, sent, ended: end });
  }

  /** Adds a command that the lock does not carry out because of its behaviour. */
  fail(at: number, cmd: string, args = {}): void {
    if (this.lock.behaviour === 'silent') this.send(at, { cmd, args, state: 'invalid' });
    else this.send(at, { cmd, args, state: 'failure', message: 'Motor fault' });
  }

  /** Seals or unseals the lock. */
  move(at: number, action: LockAction, gate: Gate | undefined, rule?: string): void {
    const isRemote = action === REMOTE_UNSEAL || action === REMOTE_SEAL;
    const done = isRemote ? this.#moveRemotely(at, action, rule) : action;
    const swiped =
      gate && (done === RFID_UNSEAL || done === RFID_SEAL)
        ? { icc_card_no: randomItem(cardsOf(gate), this.seed, this.#draws++, 83).no }
        : {};
    const status = SEALING.includes(done) ? LOCK.sealed : LOCK.closed;
    this.become(at, status, 1, { lock_action: done, ...swiped });
  }

  /** Returns the action that moves the lock: the remote one, or one on the spot if the lock does not obey. */
  #moveRemotely(at: number, action: LockAction, rule?: string): LockAction {
    const [cmd, spare] = action === REMOTE_SEAL ? ['seal', SPOT_SEAL] : ['unseal', PASSWORD_UNSEAL];
    if (this.obeys) {
      this.send(at, { cmd, state: 'success', ...(rule !== undefined && { source: 2, rule }) });
      return action;
    }
    const tried = at - 6 * MINUTE;
    this.fail(tried, cmd);
    if (this.lock.behaviour === 'refuses' && this.luck() < 0.4) {
      this.report(tried, 0, { police_type: 1009, fault_code: 1006, fault_msg: 'Motor fault' });
    }
    return spare;
  }
}
