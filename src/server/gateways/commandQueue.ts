import { notSupported } from '../../domain/family';
import { textOf } from '../../domain/label';
import type { LockCommand, LockProgress, LockReply } from '../../domain/lock';
import { PROGRESS_LIMIT } from '../../domain/ticket';
import type {
  CommandProgress,
  CommandResult,
  EncodeResult,
  PendingCommand,
  ProtocolFamily,
  ProtocolSession,
  TargetLock,
} from './protocolFamily';

/** Commands that were answered and are remembered: one may be given again before its ticket has ended. */
const MAX_ANSWERED_IDS = 64;
/** A lock has this long to answer, ms, before the next command of the same word goes out. */
const REPLY_TIMEOUT = 25_000;

/** Where a lock is reached now. */
interface CommandChannel {
  readonly session: ProtocolSession;
  write(encoded: Extract<EncodeResult, { bytes: Uint8Array }>): void;
}

interface CommandQueueOptions {
  readonly family: ProtocolFamily;
  readonly target: () => TargetLock;
  /** Ends a command's ticket. */
  readonly reply: (reply: LockReply) => void;
}

/** The commands of one lock on their way: in the order they came, one of a word at a time. */
export interface CommandQueue {
  /** A command that is on its way already, or was answered, is not taken twice. */
  add(command: LockCommand): void;
  /** Goes on over a new connection, with what the lock may have missed on the one before; nothing without one. */
  connect(channel: CommandChannel | undefined): void;
  /** What an answer ends; undefined where nothing of its word is on its way. */
  finish(result: CommandResult): LockReply | undefined;
  /** How far what goes on under a word is: it has that much longer. Undefined where nothing does. */
  progress(update: CommandProgress): LockProgress | undefined;
  /** Until when something may still have to be sent, ms since 1970; 0 for nothing. */
  lastExpiry(): number;
  close(): void;
}

/** A command that was written. */
interface CommandInFlight {
  readonly command: PendingCommand;
  /** The next of its word goes out then, answer or not. */
  readonly timeoutAt: number;
}

const isUnexpired = ({ exp }: LockCommand): boolean => Date.now() <= exp;

/** Commands to one lock. What is older than its ticket's life is never sent, and never sent again. */
export const createCommandQueue = ({
  family,
  target,
  reply,
}: CommandQueueOptions): CommandQueue => {
  let channel: CommandChannel | undefined;
  let waiting: PendingCommand[] = [];
  const inFlight = new Map<string, CommandInFlight>();
  let answeredIds: string[] = [];
  let timer: NodeJS.Timeout | undefined;

  const refuse = ({ id }: LockCommand, msg: string): void => reply({ id, code: 1, msg });

  /** Whether it is done with: it went out, or never will. */
  const send = (command: PendingCommand, current: CommandChannel): boolean => {
    if (!isUnexpired(command)) return true;
    const key = family.replyKey(command);
    if (key === undefined) {
      refuse(command, textOf(notSupported, 'en'));
      return true;
    }
    const now = Date.now();
    if ((inFlight.get(key)?.timeoutAt ?? 0) > now) return false;
    const encoded = current.session.encode(command, now, target());
    if ('bytes' in encoded) {
      inFlight.set(key, { command, timeoutAt: now + REPLY_TIMEOUT });
      current.write(encoded);
    } else refuse(command, 'refused' in encoded ? encoded.refused : textOf(notSupported, 'en'));
    return true;
  };

  const advance = (): void => {
    clearTimeout(timer);
    if (!channel) return;
    const blockedKeys = new Set<string | undefined>();
    const current = channel;
    waiting = waiting.filter((command) => {
      const key = family.replyKey(command);
      if (blockedKeys.has(key) || !send(command, current)) {
        blockedKeys.add(key);
        return true;
      }
      return false;
    });
    const timeouts = [...blockedKeys].map((key) => inFlight.get(key ?? '')?.timeoutAt ?? 0);
    if (timeouts.length > 0)
      timer = setTimeout(advance, Math.max(10, Math.min(...timeouts) - Date.now()));
  };

  return {
    add: (command) => {
      const isSame = ({ id }: LockCommand) => id === command.id;
      const isInFlight = [...inFlight.values()].some(({ command: sent }) => isSame(sent));
      if (isInFlight || waiting.some(isSame) || answeredIds.includes(command.id)) return;
      waiting.push(command);
      advance();
    },
    connect: (next) => {
      channel = next;
      if (!next) return clearTimeout(timer);
      const unanswered = [...inFlight.values()].map(({ command }) => command);
      inFlight.clear();
      waiting = [...unanswered, ...waiting]
        .filter(isUnexpired)
        .sort((one, other) => Number(one.id) - Number(other.id));
      advance();
    },
    finish: ({ key, code, message, settings }) => {
      const entry = inFlight.get(key);
      if (!entry) return undefined;
      inFlight.delete(key);
      answeredIds = [...answeredIds, entry.command.id].slice(-MAX_ANSWERED_IDS);
      advance();
      return { id: entry.command.id, code, msg: message, ...(settings && { values: settings }) };
    },
    progress: ({ key, ...progress }) => {
      const entry = inFlight.get(key);
      if (!entry) return undefined;
      const exp = Math.max(entry.command.exp, Date.now() + PROGRESS_LIMIT);
      inFlight.set(key, { ...entry, command: { ...entry.command, exp, isStarted: true } });
      return { id: entry.command.id, ...progress };
    },
    lastExpiry: () =>
      Math.max(
        0,
        ...[...inFlight.values()].map(({ command }) => command.exp),
        ...waiting.map(({ exp }) => exp),
      ),
    close: () => clearTimeout(timer),
  };
};
