import { filledText, type Label, type Locale, textOf } from '../../../domain/label';
import type {
  CommandAnswer,
  CommandCheck,
  LockRefusal,
  SendOptions,
  SentTicket,
} from '../../../protocol';
import type { Database } from '../../db';
import type { OperatorIdentity } from '../../entities';

/** Caller of a command, and the context of the call. */
export interface CommandInput {
  /** Operator who sends it, for the ticket, the lock history and the operation log. */
  readonly oper: OperatorIdentity & { readonly operName: string };
  readonly locale: Locale;
  /** Base URL of the server's files for locks, without a trailing slash; undefined if the server knows none. */
  readonly filesUrl: string | undefined;
}

export interface CommandCall extends CommandInput {
  /** Key in the `commands` of an entity. */
  readonly code: string;
  readonly sns: readonly string[];
  readonly args: Readonly<Record<string, unknown>>;
  readonly how?: SendOptions;
  /** Id of the one-time code that was accepted. */
  readonly proof?: number;
  /** True if an earlier one-time code of this sender covers it. */
  readonly isCoded?: boolean;
  /** Set if an action of records sends the command: to so many locks. No operator can type a confirmation there. */
  readonly actionLocks?: number;
  /** Set if a schedule sends the command for its owner. No operator is present then to type a confirmation. */
  readonly schedule?: { readonly id: number; readonly name: string };
}

/** Refusal of a lock: not visible, the command not granted, or its condition not met. */
export interface Refusal extends LockRefusal {
  readonly code: 'notFound' | 'conflict' | 'noPermission';
  /** Reason without the serial number, equal for all locks refused for it. */
  readonly why: string;
}

/** Outcome of a command for each lock, before it is sent. */
export interface CommandVerdict extends Omit<CommandCheck, 'refused' | 'twice'> {
  readonly refused: readonly Refusal[];
}

/** Returns the refusal of a lock, with its serial number (`desc`) and without (`why`). */
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

export interface CommandTarget {
  readonly sn: string;
  readonly org_id: number;
  readonly [field: string]: unknown;
}

export interface CommandPlan {
  /** Arguments that the locks get. */
  readonly args: CommandCall['args'];
  /** Arguments of a single lock, if they differ from `args`. */
  readonly argsFor?: (target: CommandTarget) => CommandCall['args'] | undefined;
  /** Returns the reasons against sending to a visible lock; empty if there are none. */
  readonly refuse: (target: CommandTarget) => Refusal[];
}

export interface CommandOutcome extends CommandAnswer {
  readonly tickets: readonly (SentTicket & { readonly id: number })[];
  readonly refused: readonly Refusal[];
}

export interface Commands {
  check(call: CommandCall): Promise<CommandVerdict>;
  /** Stores a ticket per lock. `announce` them once they are committed. */
  issue(transaction: Database, call: CommandCall): Promise<CommandOutcome>;
  /** Tells of changed tickets, and sends those that wait for locks that are online. */
  announce(tickets: readonly SentTicket[]): void;
  /** Triggers delivery of waiting tickets, for example after a confirmation. */
  wake(): void;
}
