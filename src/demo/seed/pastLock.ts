import { MINUTE, SECOND } from '../../domain/duration';
import {
  LOCK,
  type LockAction,
  type LockCommand,
  type LockReply,
  type LockReport,
  SEALING,
} from '../../domain/lock';
import { SOURCE } from '../../domain/ticket';
import type { NewRow } from '../../server/db';
import { createLockBody, REMOTE_SEAL, REMOTE_UNSEAL } from '../locks/lockBody';
import type { DemoLock } from '../locks/locks';
import { usualTiming } from '../locks/timing';
import { randomBetween, randomChance } from '../world/random';
import { routeOf } from '../world/routes';
import { traitsOf } from '../world/traits';

/** Ticket of a past command, without its lock. The sender is missing if it was an operator. */
export type HistoryCommand = Pick<
  NewRow<'appointmentCommandRecord'>,
  | ('cmd' | 'args' | 'send_time' | 'end_time' | 'state' | 'result' | 'message')
  | ('operate_source' | 'operate_name')
> & { readonly create_time: number };

/** Time from a command's effect to its reply. */
export const REPLY_MS = 300;

/** Returns the columns of a ticket for the reply of its lock, or for none. */
export const resultOf = (reply: Omit<LockReply, 'id'> | undefined) => {
  if (reply === undefined) return { state: 'invalid', result: 3 } as const;
  return reply.code === 0
    ? ({ state: 'success', result: 1 } as const)
    : ({ state: 'failure', result: 2, message: reply.msg } as const);
};

/** Actions on the spot that replace a remote command which failed. */
const [PASSWORD_UNSEAL, SPOT_SEAL] = [2, 11] as const;

/**
 * Simulated lock with a clock of the past. Events are planned in any order and run in order of time. Random numbers
 * form one sequence, so the order of calls is part of the result.
 */
export class PastLock {
  readonly reports: LockReport[] = [];
  readonly commands: HistoryCommand[] = [];
  readonly traits;
  readonly sleeps: boolean;
  readonly body;
  /** Epoch ms. */
  now = 0;
  readonly #planned: (readonly [at: number, run: () => void])[] = [];
  #isSorted = false;
  #draws = 0;

  constructor(readonly lock: DemoLock) {
    this.traits = traitsOf(lock.sn);
    this.sleeps = lock.behaviour === 'asleep';
    this.body = createLockBody({
      ...lock,
      route: routeOf(lock.routeId),
      status: LOCK.sealed,
      now: () => this.now,
      after: (step, task) => {
        const [min, max] = usualTiming[step];
        this.plan(this.now + this.draw(min, max), task);
      },
      send: (report) => void this.reports.push(report),
    });
  }

  /** Draws a number from 0 to below 1. */
  luck(): number {
    return randomChance(this.lock.seed, this.#draws++, 81);
  }

  draw(min: number, max: number): number {
    return randomBetween(min, max, this.lock.seed, this.#draws++, 82);
  }

  plan(at: number, run: () => void): void {
    this.#planned.push([Math.round(at), run]);
    this.#isSorted = false;
  }

  /** Runs the planned events of a period, start and end inclusive. */
  run(from: number, end: number): void {
    for (;;) {
      if (!this.#isSorted) this.#planned.sort(([a], [b]) => b - a);
      this.#isSorted = true;
      const [at, run] = this.#planned.pop() ?? [];
      if (at === undefined || at > end) return;
      if (at < from) continue;
      this.now = at;
      run?.();
    }
  }

  /** Sends the lock a command, which takes effect now. Returns true if the lock carries it out. */
  operate(
    cmd: string,
    { args = {}, rule }: { readonly args?: LockCommand['args']; readonly rule?: string } = {},
    took = this.draw(1, 4) * SECOND,
  ): boolean {
    const create_time = Math.round(this.now - took);
    const byRule = { operate_source: SOURCE.regionalRule, operate_name: rule };
    const sent = { create_time, send_time: create_time + 150, ...(rule !== undefined && byRule) };
    const isSilent = this.lock.behaviour === 'silent';
    const reply = isSilent ? undefined : this.body.execute({ cmd, args });
    const end_time = reply ? this.now + REPLY_MS : create_time + MINUTE;
    this.commands.push({ cmd, args, ...sent, end_time, ...resultOf(reply) });
    return reply?.code === 0;
  }

  /** Seals or unseals the lock: by a command, or on the spot some minutes after a command that failed. */
  move(action: LockAction, rule?: string): void {
    const isSealing = SEALING.includes(action);
    const moveTo = (lock_action: LockAction) =>
      this.body.become(isSealing ? LOCK.sealed : LOCK.closed, 1, { lock_action });
    if (action !== REMOTE_UNSEAL && action !== REMOTE_SEAL) moveTo(action);
    else if (!this.operate(isSealing ? 'seal' : 'unseal', { rule })) {
      if (this.lock.behaviour === 'refuses' && this.luck() < 0.4) {
        this.body.report(0, { police_type: 1009, fault_code: 1006, fault_msg: 'Motor fault' });
      }
      this.plan(this.now + 6 * MINUTE, () => moveTo(isSealing ? SPOT_SEAL : PASSWORD_UNSEAL));
    }
  }
}
