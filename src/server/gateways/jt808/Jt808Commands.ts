import { answerWords } from '../../../domain/fault';
import { InFlightCommands, UPGRADE_KEY } from '../InFlightCommands';
import type {
  Chunk,
  CommandProgress,
  CommandResult,
  DecodedFrame,
  EncodedChunk,
  ReplyKey,
} from '../protocolFamily';
import { DOWN } from './codes';
import type { OutgoingMessage, StepAnswer } from './commandSteps';
import { type Packet, type WireAddress, writeFrame } from './frames';
import { CLOCK_TOLERANCE } from './location';
import type { decodeRecords } from './records';
import type { Serials } from './serials';

/** Key of the commands that a report of the motor ends. */
export const LOCK_KEY: ReplyKey = 'lock';

const NO_ANSWER: StepAnswer = { message: undefined, body: Buffer.alloc(0) };

interface SentMessage extends OutgoingMessage {
  readonly bytes: Buffer;
  readonly serial: number;
  /** Serial of the first part of the file that the command sends. */
  readonly firstSerial: number | undefined;
}

type Effects = Partial<DecodedFrame>;

/** Commands of one lock that were sent and have no result yet. */
export class Jt808Commands extends InFlightCommands<OutgoingMessage, SentMessage, StepAnswer> {
  /** @param wire returns the header form of the lock's last message */
  constructor(serials: Serials, wire: () => WireAddress) {
    super((message, last) => {
      const { message: code, body, part } = message;
      // Parts have consecutive serials: other messages sent meanwhile take theirs from behind.
      const firstSerial = part && (last?.firstSerial ?? serials.reserve(part.total));
      const serial = part ? ((firstSerial ?? 0) + part.index - 1) & 0xffff : serials.next();
      const bytes = writeFrame(wire(), { code, serial, body, part });
      return { ...message, bytes, serial, firstSerial };
    });
  }

  /** Hands an answer to the command with the serial that it repeats. */
  receiveAnswer({ code, body }: Packet, now: number): Effects {
    if (body.length < 2) return {};
    const to = body.readUInt16BE(0);
    const key = this.find(({ serial }) => serial === to);
    return this.receive(key, { message: code, body: body.subarray(2) }, now);
  }

  /** Hands attributes to the upgrade that asked for them. They repeat no serial. */
  receiveAttributes({ code, body }: Packet, now: number): Effects {
    const key = this.find(({ message }) => message === DOWN.queryAttributes);
    return this.receive(key, { message: code, body }, now);
  }

  /** Hands the numbers of missing parts to the upgrade that sends the file with that first serial. */
  receiveMissing({ code, body }: Packet, now: number): Effects {
    const first = body.readUInt16BE(0);
    const key = this.find(({ firstSerial }) => firstSerial === first);
    return this.receive(key, { message: code, body }, now);
  }

  /**
   * Ends the seal or unseal command if a report tells what the motor did. The lock's answer only says that it will try.
   * @param isLive false for buffered reports: those from before the command do not end it
   */
  finishByMotor(
    motorResults: ReturnType<typeof decodeRecords>['motorResults'],
    isLive: boolean,
  ): CommandResult[] {
    const command = this.get(LOCK_KEY);
    if (command === undefined) return [];
    const { sent, startedAt } = command;
    const since = isLive ? Number.NEGATIVE_INFINITY : startedAt - CLOCK_TOLERANCE;
    const result = motorResults.find(
      ({ motorResult, ts }) =>
        ts >= since && (motorResult === 'stuck' || motorResult === sent.endsWith),
    );
    if (result === undefined) return [];
    this.delete(LOCK_KEY);
    return result.motorResult === 'stuck'
      ? [{ key: LOCK_KEY, code: 1006, message: answerWords.motorStuck[0] }]
      : [{ key: LOCK_KEY, code: 0 }];
  }

  /** Ends an upgrade, also one that an earlier connection began. */
  finishUpgrade(result: Omit<CommandResult, 'key'>): CommandResult {
    this.delete(UPGRADE_KEY);
    return { key: UPGRADE_KEY, ...result };
  }

  /** Encodes a chunk of the file as a part of its message; undefined if no file is in flight. */
  encodeChunk(chunk: Chunk, now: number): EncodedChunk | undefined {
    const { reply } = this.receive(UPGRADE_KEY, { ...NO_ANSWER, chunk }, now);
    const replyTimeoutMs = this.get(UPGRADE_KEY)?.sent.part?.replyTimeoutMs;
    return reply && replyTimeoutMs !== undefined ? { bytes: reply, replyTimeoutMs } : undefined;
  }

  /** Requests the next chunk of the file; undefined if the last part was answered. */
  resumeTransfer(now: number): CommandProgress | undefined {
    return this.receive(UPGRADE_KEY, NO_ANSWER, now).progress;
  }
}
