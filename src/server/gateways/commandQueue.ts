import { notSupported } from '../../domain/family';
import { textOf } from '../../domain/label';
import type { LockCommand, LockProgress, LockReply } from '../../domain/lock';
import { PROGRESS_LIMIT } from '../../domain/ticket';
import type { JudgeAgain } from '../fleet/link';
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
/** Time after which a command is judged again if that failed, ms. */
const JUDGE_INTERVAL = 1_000;

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
  readonly onError: (error: unknown) => void;
}

/**
 * Commands to one lock. They are sent in the order in which they were added, one at a time for each reply key. One that
 * does not go out as soon as it is added is judged again when it does.
 */
export interface CommandQueue {
  /** Ignores a command that is queued, in flight or answered. */
  add(command: LockCommand, judgeAgain: JudgeAgain): void;
  /** Continues on another connection: commands in flight are sent again. Undefined pauses the queue. */
  connect(channel: CommandChannel | undefined): void;
  /** Removes the command that a result ends. Returns its reply; undefined if no command with the key was sent. */
  finish(result: CommandResult): LockReply | undefined;
  /** Extends the expiry of the command in flight. Returns its progress; undefined if none with the key is in flight. */
  progress(update: CommandProgress): LockProgress | undefined;
  /** Latest expiry of a queued or in-flight command, epoch ms; 0 if there is none. */
  lastExpiry(): number;
  /** Drops all commands without replies. */
  clear(): void;
  close(): void;
}

interface QueuedCommand extends PendingCommand {
  readonly judgeAgain: JudgeAgain;
  /** True if it was sent over an earlier connection. */
  readonly wasSent: boolean;
}

interface CommandInFlight {
  readonly command: QueuedCommand;
  /** The next command with the same key is sent then, even without a reply. Epoch ms. */
  readonly timeoutAt: number;
}

const isUnexpired = ({ exp }: LockCommand): boolean => Date.now() <= exp;

/** Expired commands are never sent. */
export const createCommandQueue = ({
  family,
  target,
  reply,
  onError,
}: CommandQueueOptions): CommandQueue => {
  let channel: CommandChannel | undefined;
  let waiting: QueuedCommand[] = [];
  const inFlight = new Map<string, CommandInFlight>();
  let answeredIds: string[] = [];
  let timer: NodeJS.Timeout | undefined;
  /** Command that may go out now. */
  let judgedId: string | undefined;
  const judgingIds = new Set<string>();

  const refuse = ({ id }: LockCommand, msg: string): void => reply({ id, code: 1, msg });

  const advanceWith = (id: string): void => {
    judgedId = id;
    advance();
    judgedId = undefined;
  };

  /** Sends a command that waited if it still may go out, else drops it. */
  const judge = async ({ id, judgeAgain, wasSent }: QueuedCommand): Promise<void> => {
    if (judgingIds.has(id)) return;
    judgingIds.add(id);
    try {
      if (!(await judgeAgain(wasSent))) waiting = waiting.filter((other) => other.id !== id);
      advanceWith(id);
    } catch (error) {
      onError(error);
      clearTimeout(timer);
      timer = setTimeout(advance, JUDGE_INTERVAL);
    } finally {
      judgingIds.delete(id);
    }
  };

  /** Returns false if the command must wait for another with the same key, or to be judged. */
  const send = (command: QueuedCommand, current: CommandChannel): boolean => {
    if (!isUnexpired(command)) return true;
    const key = family.replyKey(command);
    if (key === undefined) {
      refuse(command, textOf(notSupported, 'en'));
      return true;
    }
    const now = Date.now();
    if ((inFlight.get(key)?.timeoutAt ?? 0) > now) return false;
    // A lock that downloads may report over its new connection at once.
    if (command.id !== judgedId && !command.isStarted) {
      void judge(command);
      return false;
    }
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
    const now = Date.now();
    const waits = [...blockedKeys].map((key) => (inFlight.get(key ?? '')?.timeoutAt ?? 0) - now);
    const wait = Math.min(...waits.filter((each) => each > 0));
    if (wait < Number.POSITIVE_INFINITY) timer = setTimeout(advance, Math.max(10, wait));
  };

  return {
    add: (command, judgeAgain) => {
      const isSame = ({ id }: LockCommand) => id === command.id;
      const isInFlight = [...inFlight.values()].some(({ command: sent }) => isSame(sent));
      if (isInFlight || waiting.some(isSame) || answeredIds.includes(command.id)) return;
      waiting.push({ ...command, judgeAgain, wasSent: false });
      advanceWith(command.id);
    },
    connect: (next) => {
      channel = next;
      if (!next) return clearTimeout(timer);
      const unanswered = [...inFlight.values()].map(({ command }) => ({
        ...command,
        wasSent: true,
      }));
      inFlight.clear();
      waiting = [...unanswered, ...waiting]
        .filter(isUnexpired)
        .sort((one, other) => Number(one.id) - Number(other.id));
      advance();
    },
    finish: ({ key, code, message, settings }) => {
      // The lock may answer over its new connection before the command is sent again.
      const command =
        inFlight.get(key)?.command ??
        waiting.find((each) => each.wasSent && family.replyKey(each) === key);
      if (!command) return undefined;
      inFlight.delete(key);
      waiting = waiting.filter((each) => each !== command);
      answeredIds = [...answeredIds, command.id].slice(-MAX_ANSWERED_IDS);
      advance();
      return { id: command.id, code, msg: message, ...(settings && { values: settings }) };
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
