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

/** Answered commands that are remembered: the fleet may send one again until its ticket has ended. */
const MAX_ANSWERED_IDS = 64;
/** Time to wait for a reply before the next command with the same key is sent, ms. */
const REPLY_TIMEOUT = 25_000;

/** The lock's current connection. */
interface CommandChannel {
  readonly session: ProtocolSession;
  write(encoded: Extract<EncodeResult, { bytes: Uint8Array }>): void;
}

interface CommandQueueOptions {
  readonly family: ProtocolFamily;
  readonly target: () => TargetLock;
  /** Ends the ticket of a command. */
  readonly reply: (reply: LockReply) => void;
}

/** Commands to one lock. They are sent in the order in which they were added, one at a time for each reply key. */
export interface CommandQueue {
  /** Ignores a command that is queued, in flight or answered. */
  add(command: LockCommand): void;
  /** Continues on another connection: commands in flight are sent again. Undefined pauses the queue. */
  connect(channel: CommandChannel | undefined): void;
  /** Removes the command that a result ends. Returns its reply; undefined if no command with the key is in flight. */
  finish(result: CommandResult): LockReply | undefined;
  /** Extends the expiry of the command in flight. Returns its progress; undefined if none with the key is in flight. */
  progress(update: CommandProgress): LockProgress | undefined;
  /** Latest expiry of a queued or in-flight command, epoch ms; 0 if there is none. */
  lastExpiry(): number;
  /** Drops all commands without replies. */
  clear(): void;
  close(): void;
}

interface CommandInFlight {
  readonly command: PendingCommand;
  /** The next command with the same key is sent then, even without a reply. Epoch ms. */
  readonly timeoutAt: number;
}

const isUnexpired = ({ exp }: LockCommand): boolean => Date.now() <= exp;

/** Expired commands are never sent. */
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

  /** Returns false if the command must wait for another with the same key. */
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
    clear: () => {
      waiting = [];
      inFlight.clear();
      clearTimeout(timer);
    },
    close: () => clearTimeout(timer),
  };
};
