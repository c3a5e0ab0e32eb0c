import { filledText, type Label, type Locale, textOf } from '../../domain/label';
import type {
  CommandAnswer,
  CommandCheck,
  LockRefusal,
  SendOptions,
  SentTicket,
} from '../../protocol';
import type { Database, Scope } from '../db';
import type { Link } from '../gateways';
import type { LiveFeed } from './live';

/** Who sends a command, for the ticket, the lock history and the operation log. */
interface Sender {
  readonly id: number;
  readonly operName: string;
  readonly org_id: number;
}

/** A schedule whose time has come. */
interface ScheduleRun {
  readonly id: number;
  readonly name: string;
}

/** Who makes a call, and what it needs to know of them. */
export interface CommandInput {
  readonly oper: Sender;
  readonly locale: Locale;
  /** Address of the server's files as locks reach it, without a slash at its end. */
  readonly filesUrl: string;
}

export interface CommandCall extends CommandInput {
  /** The command's code: a key of some entity's `commands`. */
  readonly code: string;
  readonly sns: readonly string[];
  /** Validated arguments. */
  readonly args: Readonly<Record<string, unknown>>;
  readonly how?: SendOptions;
  /** By what its code was found right. */
  readonly proof?: number;
  /** Of whose owner it is done, without anybody there to type anything. */
  readonly schedule?: ScheduleRun;
}

/** Why a lock got no ticket: out of sight, the command not granted, or its condition not met. */
export interface Refusal extends LockRefusal {
  readonly code: 'notFound' | 'conflict' | 'noPermission';
  /** `desc` without the lock's number: alike for all locks that have it. */
  readonly why: string;
}

/** What a command would do, lock by lock. */
export interface CommandVerdict extends Omit<CommandCheck, 'refused' | 'twice'> {
  readonly refused: readonly Refusal[];
}

/** Why a lock gets no ticket, with its number and without. */
export const refuseLock = (
  sn: string,
  code: Refusal['code'],
  label: Label,
  locale: Locale,
): Refusal[] => {
  const why = textOf(label, locale);
  return [{ sn, code, why, desc: filledText(textOf(refusalText, locale), { sn, why }) }];
};

const refusalText: Label = ['%{sn}: %{why}', '%{sn}：%{why}'];

/** The row of a lock that a command is for. */
export interface CommandTarget {
  readonly sn: string;
  readonly org_id: number;
  readonly [field: string]: unknown;
}

/** What a command turns into before it is sent. */
export interface CommandPlan {
  /** What the locks get. */
  readonly args: CommandCall['args'];
  /** What one of them gets instead; undefined where that is the same. */
  readonly argsFor?: (target: CommandTarget) => CommandCall['args'] | undefined;
  /** Why a lock that the sender sees cannot have it; nothing when it can. */
  readonly refuse: (target: CommandTarget) => Refusal[];
}

/** What a command's call answers. */
export interface CommandOutcome extends CommandAnswer {
  readonly tickets: readonly (SentTicket & { readonly id: number })[];
  readonly refused: readonly Refusal[];
}

/**
 * Does work in a transaction, with what else belongs to it: whether its outcome may stand, and a call's row in the
 * operation log. Without one, work has a transaction of its own.
 */
export type RunInTransaction<T> = (work: (transaction: Database) => Promise<T>) => Promise<T>;

/** How tickets are sent again. */
interface ResendOptions {
  readonly by: CommandInput;
  /** Whether the sender may send a command; the tickets of others are refused. */
  readonly may: (code: string) => Promise<boolean>;
  readonly how?: SendOptions;
  readonly change?: RunInTransaction<CommandOutcome>;
}

/** The locks as the rest of the server sees them. */
export interface Fleet extends Pick<LiveFeed, 'snapshots' | 'changes'> {
  /** A ticket per lock, a row each before anything is sent; those that are online are sent at once. */
  command(call: CommandCall, change?: RunInTransaction<CommandOutcome>): Promise<CommandOutcome>;
  /** What a command would do; nothing is sent. */
  check(call: CommandCall): Promise<CommandVerdict>;
  /** Sends what waits for locks that can hear it, soon: some was just confirmed. */
  wake(): void;
  /** Ends tickets that still wait. Answers how many there were. */
  cancel(ids: readonly number[], scope: Scope, change?: RunInTransaction<number>): Promise<number>;
  /** Sends finished tickets again, as new ones of this sender. */
  resend(ids: readonly number[], options: ResendOptions): Promise<CommandOutcome>;
  /** Where locks connect, without credentials. */
  readonly mqttUrl: string;
  /** Whether the broker is this server's own, and so are the locks' passwords. */
  readonly hasOwnBroker: boolean;
  /** Where locks come that speak a protocol of their own. */
  readonly gateways: Link['gateways'];
  /** Keeps the password that a lock of its maker's protocol is opened with. */
  keepSecret(sn: string, secret: string, db: Database): Promise<void>;
  /** To be told when a lock was changed. */
  refresh(sn: string): void;
  /** Ends the connection of a lock to a broker of our own, or to a listener. */
  disconnect(sn: string): void;
  /** Whether the broker can be reached. */
  isConnected(): boolean;
  close(): Promise<void>;
}

/** Wakes those who wait for a change made by this process; changes of other processes are found by asking. */
export interface ChangeSignal {
  notify(): void;
  /** Resolves at the next change, after `ms`, or when the signal aborts. */
  wait(ms: number, abort?: AbortSignal): Promise<void>;
}

export const changeSignal = (): ChangeSignal => {
  const waiting = new Set<() => void>();
  return {
    notify: () => {
      for (const wake of [...waiting]) wake();
    },
    wait: (ms, abort) =>
      new Promise((resolve) => {
        const wake = () => {
          clearTimeout(timer);
          waiting.delete(wake);
          abort?.removeEventListener('abort', wake);
          resolve();
        };
        const timer = setTimeout(wake, ms);
        waiting.add(wake);
        if (abort?.aborted) wake();
        else abort?.addEventListener('abort', wake);
      }),
  };
};
