import type { CommandProgress, CommandResult, DecodedFrame, ReplyKey } from './protocolFamily';

/** Key of the command that takes minutes. */
export const UPGRADE_KEY: ReplyKey = 'upgrade';

const REPLY_TIMEOUT_MS = 30_000;
const UPGRADE_TIMEOUT_MS = 600_000;

export type StepResult = Omit<CommandResult, 'key'>;

/** Progress of a command that takes minutes, and the file chunk that it requests next. */
export interface StepProgress {
  readonly progress: Omit<CommandProgress, 'key'>;
}

/**
 * A command from its first message to its result. Each step sends a message or reports progress; an empty one waits
 * for another answer.
 */
export type CommandSteps<Message, Answer> = Generator<
  Message | StepProgress | undefined,
  StepResult,
  Answer
>;

interface CommandInFlight<Message, Sent, Answer> {
  readonly steps: CommandSteps<Message, Answer>;
  /** Epoch ms. */
  readonly startedAt: number;
  lastActivityAt: number;
  /** The last message. */
  sent: Sent;
}

/** Commands of one lock that were sent and have no result yet. `Sent` is a message with its bytes. */
export class InFlightCommands<
  Message extends object,
  Sent extends { readonly bytes: Uint8Array },
  Answer,
> {
  /** Oldest first. */
  readonly #commands = new Map<ReplyKey, CommandInFlight<Message, Sent, Answer>>();
  readonly #write: (message: Message, last: Sent | undefined) => Sent;

  /** @param write encodes a message; gets the command's message before it */
  constructor(write: (message: Message, last: Sent | undefined) => Sent) {
    this.#write = write;
  }

  /** Encodes the first message of a command, which replaces one with the same key. Undefined if it has none. */
  start(key: ReplyKey, steps: CommandSteps<Message, Answer>, now: number): Sent | undefined {
    const { value: first, done } = steps.next();
    if (done || first === undefined || 'progress' in first) return undefined;
    const sent = this.#write(first, undefined);
    this.#commands.delete(key);
    this.#commands.set(key, { steps, startedAt: now, lastActivityAt: now, sent });
    return sent;
  }

  get(key: ReplyKey): Readonly<CommandInFlight<Message, Sent, Answer>> | undefined {
    return this.#commands.get(key);
  }

  /** Finds the oldest command whose last message has the property. */
  find(has: (sent: Sent) => boolean): ReplyKey | undefined {
    return [...this.#commands].find(([, { sent }]) => has(sent))?.[0];
  }

  /** Ends a command without an answer. */
  delete(key: ReplyKey): void {
    this.#commands.delete(key);
  }

  /** Gives up commands that had no answer for too long. */
  expire(now: number): void {
    for (const [key, { lastActivityAt }] of this.#commands) {
      const timeout = key === UPGRADE_KEY ? UPGRADE_TIMEOUT_MS : REPLY_TIMEOUT_MS;
      if (now - lastActivityAt > timeout) this.#commands.delete(key);
    }
  }

  /** Hands an answer to the command with the key, if there is one. */
  receive(
    key: ReplyKey | undefined,
    answer: Answer,
    now: number,
  ): Partial<Pick<DecodedFrame, 'results' | 'reply' | 'progress'>> {
    const command = key === undefined ? undefined : this.#commands.get(key);
    if (key === undefined || command === undefined) return {};
    command.lastActivityAt = now;
    const { value, done } = command.steps.next(answer);
    if (done) {
      this.#commands.delete(key);
      return { results: [{ ...value, key }] };
    }
    if (value === undefined) return {};
    if ('progress' in value) return { progress: { key, ...value.progress } };
    command.sent = this.#write(value, command.sent);
    return { reply: command.sent.bytes };
  }
}
