import type { DecodedFrame, ReplyKey } from '../protocolFamily';
import { type CommandStep, type CommandSteps, formatText, type TextReply } from './commandSteps';
import { bytesOf } from './textFrames';

const REPLY_TIMEOUT_MS = 30_000;
/** For a command that reported progress. */
const LONG_COMMAND_TIMEOUT_MS = 600_000;

interface CommandInFlight {
  readonly steps: CommandSteps;
  awaitedWords: readonly string[];
  /** Epoch ms. */
  lastActivityAt: number;
  /** True once the command reported progress. */
  isLong: boolean;
}

/** Commands of one lock that were sent and have no result yet. The lock's answers carry no serial: they match by word. */
export class InFlightCommands {
  /** Oldest first. */
  readonly #commands = new Map<ReplyKey, CommandInFlight>();

  /** Begins to wait for the answer to a command's first step. Replaces a command with the same key. */
  start(key: ReplyKey, steps: CommandSteps, { words }: CommandStep, now: number): void {
    this.#commands.delete(key);
    this.#commands.set(key, { steps, awaitedWords: words, lastActivityAt: now, isLong: false });
  }

  /** Hands an answer to the oldest command that waits for its word. */
  receive(
    { word, args }: TextReply,
    now: number,
  ): Partial<Pick<DecodedFrame, 'results' | 'reply' | 'progress'>> {
    this.#expire(now);
    const [key, command] =
      [...this.#commands].find(([, { awaitedWords }]) => awaitedWords.includes(word)) ?? [];
    if (key === undefined || command === undefined) return {};
    const next = command.steps.next({ word, args });
    if (next.done) {
      this.#commands.delete(key);
      const result = { ...next.value, key };
      // A lock may keep less of a password than it was sent: read it back.
      const readBack = result.password !== undefined && { reply: bytesOf(formatText('P44', 1)) };
      return { results: [result], ...readBack };
    }
    const { text, words, progress } = next.value;
    command.awaitedWords = words;
    command.lastActivityAt = now;
    if (progress) command.isLong = true;
    return {
      ...(text !== '' && { reply: bytesOf(text) }),
      ...(progress && { progress: { key, ...progress } }),
    };
  }

  #expire(now: number): void {
    for (const [key, { lastActivityAt, isLong }] of this.#commands) {
      const timeout = isLong ? LONG_COMMAND_TIMEOUT_MS : REPLY_TIMEOUT_MS;
      if (now - lastActivityAt > timeout) this.#commands.delete(key);
    }
  }
}
