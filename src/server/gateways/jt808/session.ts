import { MINUTE } from '../../../domain/duration';
import { PROTOCOL } from '../../../domain/family';
import { answerWords } from '../../../domain/fault';
import { ownValue } from '../../../domain/ownValue';
import { errorMessage } from '../../../protocol';
import type {
  Chunk,
  CommandProgress,
  DecodedFrame,
  EncodedChunk,
  EncodeResult,
  LockRecord,
  PendingCommand,
  ProtocolSession,
  TargetLock,
} from '../protocolFamily';
import { createAssembly, type MissingParts } from './assembly';
import { needsAuthentication } from './authentication';
import { DOWN, hexCode } from './codes';
import type { CommandEncoder } from './commandSteps';
import {
  isText,
  type Packet,
  readFrame,
  redactFrame,
  uint16,
  type WireAddress,
  writeFrame,
} from './frames';
import { writeGeneralAnswer } from './generalAnswer';
import { hhdEncoders } from './hhdCommands';
import { Jt808Commands } from './Jt808Commands';
import { encodeTime, isTimeRequest, parseJt705aText } from './jt705a';
import { bareId, knowledgeOf, recall } from './knowledge';
import { createLruMap } from './lruMap';
import type { Jt808Lock, SessionOptions } from './messageContext';
import { type MessageSpec, messages, SIGN_OF_LIFE } from './messages';
import { createSerials } from './serials';
import { replyKeyOf, standardEncoders } from './standardCommands';

/** Dialects that obey the standard's own commands. No commands of JT709 and JT705A are published. */
const STANDARD_COMMAND_DIALECTS: readonly (string | undefined)[] = [
  undefined,
  'JT/T 808',
  'Huabao',
];

const MAX_LOCKS = 512;
/** Bytes in front of the secret in the body of a command: the count of parameters. */
const COUNT_BYTES = 1;
/** The only text whose arguments are no secret. */
const TIME_REQUEST_WORD = 'BASE';

const EMPTY_FRAME = { reports: [], results: [] } as const;

export class Jt808Session implements ProtocolSession {
  readonly #options: SessionOptions;
  readonly #locks = createLruMap<Jt808Lock>(MAX_LOCKS);
  readonly #assembly = createAssembly();
  readonly #serials = createSerials();
  #lastRead: { readonly frame: Uint8Array; readonly message: Packet | string } | undefined;

  constructor(options: SessionOptions) {
    this.#options = options;
  }

  idOf(frame: Uint8Array): string | undefined {
    if (isText(frame)) return undefined;
    const part = this.#read(frame);
    return typeof part === 'string' ? undefined : part.id;
  }

  decode(frame: Uint8Array, now: number, record?: LockRecord): DecodedFrame {
    try {
      return isText(frame) ? this.#decodeText(frame, now) : this.#decodeMessage(frame, now, record);
    } catch (error) {
      // Decoders check their offsets; a case that they miss must not cost the connection.
      return { ...EMPTY_FRAME, rejected: `not understood: ${errorMessage(error)}` };
    }
  }

  encode({ cmd, args }: PendingCommand, now: number, target: TargetLock): EncodeResult {
    const key = replyKeyOf(cmd);
    const encoders = this.#encoders(target);
    const encoder = ownValue(encoders, cmd);
    if (key === undefined || encoder === undefined) return { unsupported: true };
    const lock = this.#locks.get(target.id);
    if (lock === undefined) return { refused: answerWords.silent[0] };
    const steps = encoder(args);
    if (typeof steps === 'string') return { refused: steps };
    const sent = lock.inFlight.start(key, steps, now);
    if (sent === undefined) return { refused: answerWords.nothing[0] };
    const { bytes, serial, message, body, isSecret } = sent;
    const content = { message: hexCode(message), serial, cmd };
    if (!isSecret) return { bytes, key, content: { ...content, args } };
    return { bytes, key, content, maskedFrame: redactFrame(bytes, [[COUNT_BYTES, body.length]]) };
  }

  encodeChunk(chunk: Chunk, now: number, { id }: TargetLock): EncodedChunk | undefined {
    return this.#locks.get(id)?.inFlight.encodeChunk(chunk, now);
  }

  resumeTransfer(now: number, { id }: TargetLock): CommandProgress | undefined {
    return this.#locks.get(id)?.inFlight.resumeTransfer(now);
  }

  requestMissing(now: number): Uint8Array | undefined {
    const requests = this.#assembly
      .takeMissing(now)
      .map((missing) => writeResendRequest(missing, this.#serials.next()));
    return requests.length === 0 ? undefined : Buffer.concat(requests);
  }

  /** Reads a frame once, though `idOf` and `decode` both need it. */
  #read(frame: Uint8Array): Packet | string {
    if (this.#lastRead?.frame !== frame) this.#lastRead = { frame, message: readFrame(frame) };
    return this.#lastRead.message;
  }

  #decodeMessage(frame: Uint8Array, now: number, record: LockRecord | undefined): DecodedFrame {
    const part = this.#read(frame);
    this.#lastRead = undefined;
    if (typeof part === 'string') return { ...EMPTY_FRAME, rejected: part };
    const { id, code } = part;
    const spec = messages[code] ?? SIGN_OF_LIFE;
    if (spec !== SIGN_OF_LIFE && !part.isWhole)
      return { ...EMPTY_FRAME, id, rejected: 'it is not as long as it says' };
    const described = describePart(part, frame, spec);
    const lock = this.#lockOf(part);
    if (needsAuthentication(this.#options, lock) && !spec.isBeforeAuthentication)
      return {
        ...described,
        rejected: 'it has not shown its code',
        reply: writeGeneralAnswer(part, this.#serials, 1),
        close: true,
      };
    if (record && !lock.isRecalled) {
      lock.isRecalled = true;
      recall(knowledgeOf(this.#options.knowledge, id), record);
    }
    const message = this.#assembly.put(part, now);
    if (typeof message === 'string') return { ...described, rejected: message };
    if (message === undefined) return this.#acknowledgePart(part, spec, described);
    lock.inFlight.expire(now);
    const context = { ...this.#options, message, frame, lock, now, serials: this.#serials };
    const fields = spec.decode(context);
    // Known from the message itself, or from an earlier one.
    const protocol = this.#dialectOf(id)?.protocol;
    return {
      ...described,
      ...(protocol !== undefined && { protocol }),
      ...fields,
      ...(spec.acknowledged === 'stored' && {
        acknowledgement: this.#acknowledgeStored(message, part.part),
      }),
      // Masks the whole body, of which `decode` may have masked less.
      ...(described.maskedFrame && { maskedFrame: described.maskedFrame }),
    };
  }

  /**
   * Some locks send the next part only after this answer. The part with the last number waits until the message is
   * stored: if the others were lost, with a connection or a server, the lock still has an unanswered part to resend.
   */
  #acknowledgePart(message: Packet, spec: MessageSpec, described: DecodedFrame): DecodedFrame {
    if (spec.acknowledged === 'never' || message.part?.index === message.part?.total)
      return described;
    return { ...described, reply: writeGeneralAnswer(message, this.#serials, 0) };
  }

  /** Answers a stored message, and its last part too if another one completed it. */
  #acknowledgeStored(message: Packet, part: Packet['part']): Uint8Array {
    const answer = writeGeneralAnswer(message, this.#serials, 0);
    if (part === undefined || part.index === part.total) return answer;
    const serial = (message.serial + part.total - part.index) & 0xffff;
    return Buffer.concat([answer, writeGeneralAnswer({ ...message, serial }, this.#serials, 0)]);
  }

  /** Decodes a text of a JT705A. Only requests for the time are answered. */
  #decodeText(frame: Uint8Array, now: number): DecodedFrame {
    const text = parseJt705aText(frame);
    if (text === undefined) return { ...EMPTY_FRAME, rejected: 'a text that is not understood' };
    const lock = this.#lockOf({ id: text.id, version: undefined });
    lock.isJt705a = true;
    const decoded: DecodedFrame = {
      ...EMPTY_FRAME,
      id: needsAuthentication(this.#options, lock) ? undefined : text.id,
      protocol: PROTOCOL.jt808,
      content: { text: text.word },
      maskedFrame: maskArguments(frame, text.word),
    };
    if (!isTimeRequest(text) || now - lock.timeSentAt < MINUTE) return decoded;
    lock.timeSentAt = now;
    return { ...decoded, reply: encodeTime(text, now) };
  }

  #lockOf({ id, version }: WireAddress): Jt808Lock {
    const existing = this.#locks.get(id);
    if (existing) {
      if (existing.wire.version !== version) existing.wire = { id, version };
      return existing;
    }
    const lock: Jt808Lock = {
      wire: { id, version },
      isAuthenticated: false,
      isRecalled: false,
      isJt705a: false,
      inFlight: new Jt808Commands(this.#serials, () => lock.wire),
      warnings: new Set(),
      timeSentAt: 0,
    };
    this.#locks.set(id, lock);
    return lock;
  }

  #dialectOf(id: string) {
    return this.#options.knowledge.get(bareId(id))?.dialect;
  }

  /** Until a report reveals the dialect of the lock, the protocol of its device record decides. */
  #encoders({ id, protocol }: TargetLock): Readonly<Record<string, CommandEncoder | undefined>> {
    const dialect = this.#dialectOf(id);
    const isHhd =
      dialect === undefined || dialect.name === 'JT/T 808'
        ? protocol === PROTOCOL.hhd
        : dialect.protocol === PROTOCOL.hhd;
    if (isHhd) return hhdEncoders;
    if (this.#locks.get(id)?.isJt705a) return {};
    return STANDARD_COMMAND_DIALECTS.includes(dialect?.name) ? standardEncoders : {};
  }
}

/** Requests the missing parts of a message. The count has one byte, since JT/T 808-2019 two. */
const writeResendRequest = ({ wire, first, indexes }: MissingParts, serial: number): Buffer => {
  const count = wire.version === undefined ? Buffer.of(indexes.length) : uint16(indexes.length);
  const body = Buffer.concat([uint16(first), count, ...indexes.map(uint16)]);
  return writeFrame(wire, { code: DOWN.resendParts, serial, body });
};

/** Fields of every frame. Parts are masked: the log does not know what a cut body holds. */
const describePart = (part: Packet, frame: Uint8Array, spec: MessageSpec): DecodedFrame => {
  const isHidden = part.part !== undefined || spec.isHidden;
  return {
    ...EMPTY_FRAME,
    id: part.id,
    content: { message: hexCode(part.code), ...(part.part && { part: part.part }) },
    ...(isHidden && { maskedFrame: redactFrame(frame, [[0, part.body.length]]) }),
  };
};

/** Masks what follows the word: it may be a password. */
const maskArguments = (frame: Uint8Array, word: string): Buffer => {
  const masked = Buffer.from(frame);
  const end = masked.indexOf(`,${word}`) + 1 + word.length;
  if (word !== TIME_REQUEST_WORD) masked.fill('*', end, masked.length - 1);
  return masked;
};
