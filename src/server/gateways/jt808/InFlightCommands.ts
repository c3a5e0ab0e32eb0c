import type {
  Chunk,
  CommandProgress,
  CommandResult,
  DecodedFrame,
  EncodedChunk,
  ReplyKey,
} from '../protocolFamily';
import { DOWN } from './codes';
import type { CommandSteps, OutgoingMessage, StepAnswer, StepProgress } from './commandSteps';
import { type Message, type WireAddress, writeFrame } from './frames';
import { CLOCK_TOLERANCE } from './location';
import type { DecodedRecords } from './records';
import type { Serials } from './serials';

/** Key of the commands that a report of the motor ends. */
export const LOCK_KEY: ReplyKey = 'lock';
export const UPGRADE_KEY: ReplyKey = 'upgrade';

const REPLY_TIMEOUT_MS = 30_000;
const UPGRADE_TIMEOUT_MS = 600_000;
/** Time to wait for the answer to a part. To a lock that has answered none, parts go out at the shorter interval. */
const PART_TIMEOUT_MS = { answered: 5_000, unanswered: 200 };

interface CommandInFlight {
  readonly steps: CommandSteps;
  /** Epoch ms. */
  lastActivityAt: number;
  /** Code of the last message. */
  code: number;
  /** Serial of the last message, which most answers repeat. */
  serial: number;
  file?: FileTransfer;
}

/** A file that is sent as one message in parts. */
interface FileTransfer {
  readonly firstSerial: number;
  /** True if the last part was answered. */
  isAnswered: boolean;
  /** True if any part was answered. */
  hasAnswers: boolean;
}

type AnswerEffects = Pick<DecodedFrame, 'results' | 'reply' | 'progress'>;

const NO_EFFECTS: AnswerEffects = { results: [] };

/** Commands of one lock that were sent and have no result yet. */
export class InFlightCommands {
  readonly #commands = new Map<ReplyKey, CommandInFlight>();
  readonly #serials: Serials;

  constructor(serials: Serials) {
    this.#serials = serials;
  }

  /** Encodes the first message of a command. Replaces a command with the same key. */
  start(key: ReplyKey, steps: CommandSteps, wire: WireAddress, now: number) {
    const command: CommandInFlight = { steps, lastActivityAt: now, code: 0, serial: 0 };
    this.#commands.set(key, command);
    const bytes = this.#write(wire, command, steps.request);
    return { bytes, serial: command.serial };
  }

  /** Gives up commands that had no answer for too long. */
  expire(now: number): void {
    for (const [key, { lastActivityAt }] of this.#commands) {
      const timeout = key === UPGRADE_KEY ? UPGRADE_TIMEOUT_MS : REPLY_TIMEOUT_MS;
      if (now - lastActivityAt > timeout) this.#commands.delete(key);
    }
  }

  /** Hands an answer to the command with the serial that it repeats. */
  receive(message: Message, now: number): AnswerEffects {
    const { code, body } = message;
    if (body.length < 2) return NO_EFFECTS;
    const serial = body.readUInt16BE(0);
    const [key] = [...this.#commands].find(([, each]) => each.serial === serial) ?? [];
    return this.#advance(key, message, { message: code, body: body.subarray(2) }, now);
  }

  /** Hands attributes to the upgrade that asked for them. They repeat no serial. */
  receiveAttributes(message: Message, now: number): AnswerEffects {
    const isAwaited = this.#commands.get(UPGRADE_KEY)?.code === DOWN.queryAttributes;
    const { code, body } = message;
    return this.#advance(
      isAwaited ? UPGRADE_KEY : undefined,
      message,
      { message: code, body },
      now,
    );
  }

  /**
   * Ends the seal or unseal command if a report tells what the motor did. The lock's answer only says that it will try.
   * @param isLive false for buffered reports: those from before the command do not end it
   */
  finishByMotor(motorResults: DecodedRecords['motorResults'], isLive: boolean): CommandResult[] {
    const command = this.#commands.get(LOCK_KEY);
    if (command === undefined) return [];
    const since = isLive ? Number.NEGATIVE_INFINITY : command.lastActivityAt - CLOCK_TOLERANCE;
    const result = motorResults.find(
      ({ motorResult, ts }) =>
        ts >= since && (motorResult === 'stuck' || motorResult === command.steps.endsWith),
    );
    if (result === undefined) return [];
    this.#commands.delete(LOCK_KEY);
    return result.motorResult === 'stuck'
      ? [{ key: LOCK_KEY, code: 1006, message: 'The motor is stuck' }]
      : [{ key: LOCK_KEY, code: 0 }];
  }

  /** Ends an upgrade, also one that an earlier connection began. */
  finishUpgrade(result: Omit<CommandResult, 'key'>): CommandResult {
    this.#commands.delete(UPGRADE_KEY);
    return { key: UPGRADE_KEY, ...result };
  }

  /** Requests the missing parts of the file with that first serial; undefined if it is not in flight. */
  requestParts(firstSerial: number, missing: readonly number[]): CommandProgress | undefined {
    const command = this.#commands.get(UPGRADE_KEY);
    if (command?.file?.firstSerial !== firstSerial) return undefined;
    return nextChunk(command, missing);
  }

  /** Encodes a chunk of the file as a part of its message; undefined if no file is in flight. */
  encodeChunk(chunk: Chunk, wire: WireAddress, now: number): EncodedChunk | undefined {
    const command = this.#commands.get(UPGRADE_KEY);
    if (!command?.steps.parts) return undefined;
    const { message: code, toPart } = command.steps.parts;
    const { index, total, body } = toPart(chunk);
    // Parts have consecutive serials: other messages sent meanwhile take theirs from behind.
    command.file ??= {
      firstSerial: this.#serials.reserve(total),
      isAnswered: true,
      hasAnswers: false,
    };
    const { file } = command;
    command.lastActivityAt = now;
    command.code = code;
    command.serial = (file.firstSerial + index - 1) & 0xffff;
    file.isAnswered = false;
    const { serial } = command;
    const isAnswering = index === 1 || file.hasAnswers;
    return {
      bytes: writeFrame(wire, { code, serial, body, part: { total, index } }),
      replyTimeoutMs: isAnswering ? PART_TIMEOUT_MS.answered : PART_TIMEOUT_MS.unanswered,
    };
  }

  /** Requests the next chunk of the file; undefined if the last part was answered. */
  resumeTransfer(now: number): CommandProgress | undefined {
    const command = this.#commands.get(UPGRADE_KEY);
    if (!command?.file || command.file.isAnswered) return undefined;
    command.lastActivityAt = now;
    return nextChunk(command, []);
  }

  #advance(
    key: ReplyKey | undefined,
    wire: WireAddress,
    answer: StepAnswer,
    now: number,
  ): AnswerEffects {
    const command = key === undefined ? undefined : this.#commands.get(key);
    if (key === undefined || command === undefined) return NO_EFFECTS;
    const step = command.steps.receive(answer);
    if (step === 'waits') return NO_EFFECTS;
    command.lastActivityAt = now;
    if (command.file) Object.assign(command.file, { isAnswered: true, hasAnswers: true });
    if ('progress' in step) return { results: [], progress: commandProgress(key, step) };
    if ('body' in step) return { results: [], reply: this.#write(wire, command, step) };
    this.#commands.delete(key);
    return { results: [{ key, ...step }] };
  }

  #write(
    wire: WireAddress,
    command: CommandInFlight,
    { message: code, body }: OutgoingMessage,
  ): Buffer {
    command.code = code;
    command.serial = this.#serials.next();
    return writeFrame(wire, { code, serial: command.serial, body });
  }
}

const commandProgress = (key: ReplyKey, { progress }: StepProgress): CommandProgress => ({
  key,
  ...progress,
});

const nextChunk = (
  { steps }: CommandInFlight,
  missing: readonly number[],
): CommandProgress | undefined => {
  const progress = steps.parts?.requestNext(missing);
  return progress && commandProgress(UPGRADE_KEY, progress);
};
