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
const REMEMBERED = 64;
/** A lock has this long to answer, ms, before the next command of the same word goes out. */
const ANSWER_LIMIT = 25_000;

/** Where a lock is reached now. */
interface Line {
  readonly talk: ProtocolSession;
  write(said: Extract<EncodeResult, { bytes: Uint8Array }>): void;
}

interface CommandQueueOptions {
  readonly family: ProtocolFamily;
  readonly to: () => TargetLock;
  /** Ends a command's ticket. */
  readonly reply: (reply: LockReply) => void;
}

/** The commands of one lock on their way: in the order they came, one of a word at a time. */
export interface CommandQueue {
  /** A command that is on its way already, or was answered, is not taken twice. */
  add(command: LockCommand): void;
  /** Goes on over a new connection, with what the lock may have missed on the one before; nothing without one. */
  connect(line: Line | undefined): void;
  /** What an answer ends; undefined where nothing of its word is on its way. */
  finish(outcome: CommandResult): LockReply | undefined;
  /** How far what goes on under a word is: it has that much longer. Undefined where nothing does. */
  progress(update: CommandProgress): LockProgress | undefined;
  /** Until when something may still have to be sent, ms since 1970; 0 for nothing. */
  busyUntil(): number;
  close(): void;
}

/** A command that was written. */
interface Flight {
  readonly command: PendingCommand;
  /** The next of its word goes out then, answer or not. */
  readonly until: number;
}

const isAlive = ({ exp }: LockCommand): boolean => Date.now() <= exp;

/** Commands to one lock. What is older than its ticket's life is never sent, and never sent again. */
export const createCommandQueue = ({ family, to, reply }: CommandQueueOptions): CommandQueue => {
  let line: Line | undefined;
  let waiting: PendingCommand[] = [];
  const flights = new Map<string, Flight>();
  let answered: string[] = [];
  let timer: NodeJS.Timeout | undefined;

  const refuse = ({ id }: LockCommand, msg: string): void => reply({ id, code: 1, msg });

  /** Whether it is done with: it went out, or never will. */
  const send = (command: PendingCommand, current: Line): boolean => {
    if (!isAlive(command)) return true;
    const word = family.replyKey(command);
    if (word === undefined) {
      refuse(command, textOf(notSupported, 'en'));
      return true;
    }
    const now = Date.now();
    if ((flights.get(word)?.until ?? 0) > now) return false;
    const said = current.talk.encode(command, now, to());
    if ('bytes' in said) {
      flights.set(word, { command, until: now + ANSWER_LIMIT });
      current.write(said);
    } else refuse(command, 'refused' in said ? said.refused : textOf(notSupported, 'en'));
    return true;
  };

  const advance = (): void => {
    clearTimeout(timer);
    if (!line) return;
    const held = new Set<string | undefined>();
    const current = line;
    waiting = waiting.filter((command) => {
      const word = family.replyKey(command);
      if (held.has(word) || !send(command, current)) {
        held.add(word);
        return true;
      }
      return false;
    });
    const next = [...held].map((word) => flights.get(word ?? '')?.until ?? 0);
    if (next.length > 0) timer = setTimeout(advance, Math.max(10, Math.min(...next) - Date.now()));
  };

  return {
    add: (command) => {
      const isKnown = ({ id }: LockCommand) => id === command.id;
      const isFlying = [...flights.values()].some(({ command: sent }) => isKnown(sent));
      if (isFlying || waiting.some(isKnown) || answered.includes(command.id)) return;
      waiting.push(command);
      advance();
    },
    connect: (next) => {
      line = next;
      if (!next) return clearTimeout(timer);
      const missed = [...flights.values()].map(({ command }) => command);
      flights.clear();
      waiting = [...missed, ...waiting]
        .filter(isAlive)
        .sort((one, other) => Number(one.id) - Number(other.id));
      advance();
    },
    finish: ({ key, code, message, settings }) => {
      const flight = flights.get(key);
      if (!flight) return undefined;
      flights.delete(key);
      answered = [...answered, flight.command.id].slice(-REMEMBERED);
      advance();
      return { id: flight.command.id, code, msg: message, ...(settings && { values: settings }) };
    },
    progress: ({ key, ...progress }) => {
      const flight = flights.get(key);
      if (!flight) return undefined;
      const exp = Math.max(flight.command.exp, Date.now() + PROGRESS_LIMIT);
      flights.set(key, { ...flight, command: { ...flight.command, exp, isStarted: true } });
      return { id: flight.command.id, ...progress };
    },
    busyUntil: () =>
      Math.max(
        0,
        ...[...flights.values()].map(({ command }) => command.exp),
        ...waiting.map(({ exp }) => exp),
      ),
    close: () => clearTimeout(timer),
  };
};
