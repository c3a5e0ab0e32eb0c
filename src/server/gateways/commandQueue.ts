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

interface QueuedCommand extends PendingCommand {
  readonly judgeAgain: JudgeAgain;
  /** True if it was sent over an earlier connection. */
  readonly wasSent: boolean;
}

const isUnexpired = ({ exp }: LockCommand): boolean => Date.now() <= exp;

/**
 * Commands to one lock. They are sent in the order in which they were added, one at a time for each reply key. A command
 * that had to wait is judged again when it goes out. Expired commands are never sent.
 */
export class CommandQueue {
  #channel: CommandChannel | undefined;
  #waiting: QueuedCommand[] = [];
  /** Sent commands by key. The next one with the same key is sent at `timeoutAt`, even without a reply; epoch ms. */
  readonly #inFlight = new Map<string, { command: QueuedCommand; timeoutAt: number }>();
  #answeredIds: string[] = [];
  #timer: NodeJS.Timeout | undefined;
  /** Command that may go out now. */
  #judgedId: string | undefined;
  readonly #judgingIds = new Set<string>();
  readonly #options: CommandQueueOptions;

  constructor(options: CommandQueueOptions) {
    this.#options = options;
  }

  /** Ignores a command that is queued, in flight or answered. */
  add(command: LockCommand, judgeAgain: JudgeAgain): void {
    const isSame = ({ id }: LockCommand) => id === command.id;
    const isInFlight = [...this.#inFlight.values()].some(({ command: sent }) => isSame(sent));
    if (isInFlight || this.#waiting.some(isSame) || this.#answeredIds.includes(command.id)) return;
    this.#waiting.push({ ...command, judgeAgain, wasSent: false });
    this.#advanceWith(command.id);
  }

  /** Continues on another connection: commands in flight are sent again. Undefined pauses the queue. */
  connect(channel: CommandChannel | undefined): void {
    this.#channel = channel;
    if (!channel) {
      this.close();
      return;
    }
    const unanswered = [...this.#inFlight.values()].map(({ command }) => ({
      ...command,
      wasSent: true,
    }));
    this.#inFlight.clear();
    this.#waiting = [...unanswered, ...this.#waiting]
      .filter(isUnexpired)
      .sort((one, other) => Number(one.id) - Number(other.id));
    this.#advance();
  }

  /** Removes the command that a result ends. Returns its reply; undefined if no command with the key was sent. */
  finish({ key, code, message, settings }: CommandResult): LockReply | undefined {
    // The lock may answer over its new connection before the command is sent again.
    const command =
      this.#inFlight.get(key)?.command ??
      this.#waiting.find((each) => each.wasSent && this.#keyOf(each) === key);
    if (!command) return undefined;
    this.#inFlight.delete(key);
    this.#waiting = this.#waiting.filter((each) => each !== command);
    this.#answeredIds = [...this.#answeredIds, command.id].slice(-MAX_ANSWERED_IDS);
    this.#advance();
    return { id: command.id, code, msg: message, ...(settings && { values: settings }) };
  }

  /** Extends the expiry of the command in flight. Returns its progress; undefined if none with the key is in flight. */
  progress({ key, ...progress }: CommandProgress): LockProgress | undefined {
    const entry = this.#inFlight.get(key);
    if (!entry) return undefined;
    const exp = Math.max(entry.command.exp, Date.now() + PROGRESS_LIMIT);
    this.#inFlight.set(key, { ...entry, command: { ...entry.command, exp, isStarted: true } });
    return { id: entry.command.id, ...progress };
  }

  /** Latest expiry of a queued or in-flight command, epoch ms; 0 if there is none. */
  lastExpiry(): number {
    return Math.max(
      0,
      ...[...this.#inFlight.values()].map(({ command }) => command.exp),
      ...this.#waiting.map(({ exp }) => exp),
    );
  }

  clear(): void {
    this.#waiting = [];
    this.#inFlight.clear();
    this.close();
  }

  close(): void {
    clearTimeout(this.#timer);
  }

  #keyOf(command: QueuedCommand): string | undefined {
    return this.#options.family.replyKey(command);
  }

  #refuse({ id }: LockCommand, msg: string): void {
    this.#options.reply({ id, code: 1, msg });
  }

  #advanceWith(id: string): void {
    this.#judgedId = id;
    this.#advance();
    this.#judgedId = undefined;
  }

  /** Sends a command that waited if it still may go out, else drops it. */
  async #judge({ id, judgeAgain, wasSent }: QueuedCommand): Promise<void> {
    if (this.#judgingIds.has(id)) return;
    this.#judgingIds.add(id);
    try {
      if (!(await judgeAgain(wasSent))) {
        this.#waiting = this.#waiting.filter((other) => other.id !== id);
      }
      this.#advanceWith(id);
    } catch (error) {
      this.#options.onError(error);
      this.#advanceIn(JUDGE_INTERVAL);
    } finally {
      this.#judgingIds.delete(id);
    }
  }

  #advanceIn(ms: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#advance(), ms);
  }

  /** Returns false if the command must wait for another with the same key, or to be judged. */
  #send(command: QueuedCommand, { session, write }: CommandChannel): boolean {
    if (!isUnexpired(command)) return true;
    const key = this.#keyOf(command);
    if (key === undefined) {
      this.#refuse(command, textOf(notSupported, 'en'));
      return true;
    }
    const now = Date.now();
    if ((this.#inFlight.get(key)?.timeoutAt ?? 0) > now) return false;
    // A lock that downloads may report over its new connection at once.
    if (command.id !== this.#judgedId && !command.isStarted) {
      void this.#judge(command);
      return false;
    }
    const encoded = session.encode(command, now, this.#options.target());
    if ('bytes' in encoded) {
      this.#inFlight.set(key, { command, timeoutAt: now + REPLY_TIMEOUT });
      write(encoded);
    } else {
      const why = 'refused' in encoded ? encoded.refused : textOf(notSupported, 'en');
      this.#refuse(command, why);
    }
    return true;
  }

  #advance(): void {
    clearTimeout(this.#timer);
    const channel = this.#channel;
    if (!channel) return;
    const blockedKeys = new Set<string | undefined>();
    this.#waiting = this.#waiting.filter((command) => {
      const key = this.#keyOf(command);
      if (!blockedKeys.has(key) && this.#send(command, channel)) return false;
      blockedKeys.add(key);
      return true;
    });
    const now = Date.now();
    const waits = [...blockedKeys].map(
      (key) => (this.#inFlight.get(key ?? '')?.timeoutAt ?? 0) - now,
    );
    const wait = Math.min(...waits.filter((each) => each > 0));
    if (wait < Number.POSITIVE_INFINITY) this.#advanceIn(Math.max(10, wait));
  }
}
