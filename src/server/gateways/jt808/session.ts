import { createHmac, timingSafeEqual } from 'node:crypto';
import { MINUTE } from '../../../domain/duration';
import { PROTOCOL } from '../../../domain/family';
import type { LockCommand } from '../../../domain/lock';
import { errorMessage } from '../../../protocol';
import type {
  CommandProgress,
  CommandResult,
  DecodedFrame,
  EncodeResult,
  ProtocolSession,
  TargetLock,
} from '../protocolFamily';
import type { CommandEncoder, CommandSteps, OutgoingMessage, StepProgress } from './commandSteps';
import {
  createAssembly,
  type Message,
  readFrame,
  redactFrame,
  uint16,
  type WireAddress,
  writeFrame,
  writeShortFrame,
} from './frames';
import { hhdEncoders } from './hhdCommands';
import { encodeTime, isTimeRequest, JT705A, parseJt705aText, wantsAnswer } from './jt705a';
import { CLOCK_TOLERANCE } from './location';
import {
  bareId,
  createLruMap,
  type DecodedRecords,
  type DecodeRecord,
  decode705aRecord,
  decodeRecords,
  decodeStandardRecord,
  type KnowledgeStore,
  knowledgeOf,
  type RecordSlice,
  sliceRecords,
} from './records';
import { replyKeyOf, standardEncoders } from './standardCommands';
import { decodeAttributes, decodeMissingParts, decodeUpgradeResult, UPGRADE } from './upgrade';

/** Those that obey the standard's own messages; of JT709 and JT705A no command is published. */
const STANDARD_COMMAND_DIALECTS: readonly (string | undefined)[] = [
  undefined,
  'JT/T 808',
  'Huabao',
];

/** The code that a lock gets when it registers, and has to show from then on. */
const authCode = (secret: string, id: string): string =>
  createHmac('sha256', secret)
    .update(`jt808:${bareId(id)}`)
    .digest('hex')
    .slice(0, 16);

interface SessionOptions {
  readonly memory: KnowledgeStore;
  /** What the authentication codes are made from. */
  readonly secret: string;
  /** Whether nothing is believed of a lock that did not show its code. */
  readonly asksForAuth: boolean;
}

/** A lock on this connection. */
interface LockState {
  readonly wire: WireAddress;
  isAuthenticated: boolean;
  /** It said something that only a JT705A says. */
  isJt705a: boolean;
  /** Commands under way, by word. */
  readonly inFlight: Map<string, CommandInFlight>;
  /** Oddities that were told of. */
  readonly warnings: Set<string>;
  /** When it was last told the time by text: one that asks again and again shall not be answered as often. */
  timeSentAt: number;
}

/** A message of a lock, with all that goes with it. */
interface MessageContext {
  readonly message: Message;
  /** Its frame, of several its last. */
  readonly frame: Uint8Array;
  readonly lock: LockState;
  readonly now: number;
}

interface CommandInFlight {
  readonly steps: CommandSteps;
  /** When it last went on, ms since 1970. */
  lastActivityAt: number;
  serial: number;
  file?: FileTransfer;
}

/** A file that is sent in parts. */
interface FileTransfer {
  /** Serial of its first part. */
  readonly firstSerial: number;
  /** Whether the part that was sent last has an answer, and whether any ever had. */
  isAnswered: boolean;
  hasAnswers: boolean;
}

/** An answer after this is not waited for, and what goes on for long is not waited for after this. */
const REPLY_TIMEOUT_MS = 30_000;
const UPGRADE_TIMEOUT_MS = 600_000;
/** The answer to a part is waited for so long, ms; of a lock that answers none, parts go out at this pace. */
const PART_TIMEOUT_MS = { answered: 5_000, unanswered: 200 };
const MAX_LOCKS = 512;

const EMPTY_FRAME = { reports: [], results: [] } as const;

/** Messages of a terminal. JT/T 808-2013 and 2019, and HHD's. */
const UP = {
  time: 0x0004,
  register: 0x0100,
  authenticate: 0x0102,
  attributes: UPGRADE.attributes,
  upgraded: UPGRADE.ended,
  lacking: UPGRADE.lacking,
  location: 0x0200,
  stored: 0x0210,
  driver: 0x0702,
  batch: 0x0704,
} as const;

const DOWN = { general: 0x8001, time: 0x8004, registered: 0x8100 } as const;

/** Answers to what the server asked: nobody answers these. */
const ANSWERS: readonly number[] = [
  0x0001, 0x0104, 0x0107, 0x0201, 0x0311, 0x0313, 0x0315, 0x0317, 0x0319, 0x0411, 0x0500,
];

/** Messages of which something is believed. */
const PARSED_MESSAGES: readonly number[] = [
  ...Object.values(UP),
  ...Object.values(JT705A),
  ...ANSWERS,
];

/** Bodies that no log shows: plates, card and SIM numbers, licences, codes. */
const HIDDEN_BODIES: readonly number[] = [
  UP.register,
  UP.authenticate,
  UP.attributes,
  UP.driver,
  0x0313,
  0x0104,
];

/** Begins the conversation of one connection. */
export const createJt808Session = ({
  memory,
  secret,
  asksForAuth,
}: SessionOptions): ProtocolSession => {
  const locks = createLruMap<LockState>(MAX_LOCKS);
  const assembly = createAssembly();
  let serials = 0;

  const nextSerial = (): number => {
    const serial = serials;
    serials = (serials + 1) & 0xffff;
    return serial;
  };

  const lockOf = ({ id, version }: WireAddress): LockState => {
    const existing = locks.get(id);
    if (existing && existing.wire.version === version) return existing;
    const lock: LockState = {
      wire: { id, version },
      isAuthenticated: existing?.isAuthenticated ?? false,
      isJt705a: existing?.isJt705a ?? false,
      inFlight: existing?.inFlight ?? new Map(),
      warnings: existing?.warnings ?? new Set(),
      timeSentAt: existing?.timeSentAt ?? 0,
    };
    locks.set(id, lock);
    return lock;
  };

  const write = (caller: WireAddress, message: number, body: Uint8Array): Buffer =>
    writeFrame(caller, { code: message, serial: nextSerial(), body });

  /** 0 done, 1 failed. */
  const generalAck = (message: Message, result: 0 | 1): Buffer => {
    const { serial, code } = message;
    return write(
      message,
      DOWN.general,
      Buffer.concat([uint16(serial), uint16(code), Buffer.of(result)]),
    );
  };

  /** The command that a report ends: what the motor did, not that the lock would try. */
  const resultsOf = (
    lock: LockState,
    { motorResults }: DecodedRecords,
    isFresh: boolean,
  ): CommandResult[] => {
    const command = lock.inFlight.get(LOCK_KEY);
    if (command === undefined) return [];
    // What was stored before the command tells of another one, as far as the lock's clock can tell.
    const since = isFresh ? Number.NEGATIVE_INFINITY : command.lastActivityAt - CLOCK_TOLERANCE;
    const result = motorResults.find(
      ({ motorResult, ts }) =>
        ts >= since && (motorResult === 'stuck' || motorResult === command.steps.endsWith),
    );
    if (result === undefined) return [];
    lock.inFlight.delete(LOCK_KEY);
    const isDone = result.motorResult !== 'stuck';
    return [
      { key: LOCK_KEY, ...(isDone ? { code: 0 } : { code: 1006, message: 'The motor is stuck' }) },
    ];
  };

  /** A doubt once per lock and connection: a clock that is wrong is wrong in every report. */
  const newWarnings = (lock: LockState, warnings: readonly string[]): readonly string[] =>
    warnings.filter((warning) => {
      const kind = warning.replaceAll(/\d+/g, '');
      const isNew = !lock.warnings.has(kind);
      lock.warnings.add(kind);
      return isNew;
    });

  const decodeLocations = (
    { message, frame, lock, now }: MessageContext,
    slices: readonly RecordSlice[],
    isFresh: boolean,
    decodeRecord: DecodeRecord = decodeStandardRecord,
  ): Partial<DecodedFrame> => {
    const knowledge = knowledgeOf(memory, message.id);
    const decoded = decodeRecords(slices, decodeRecord, {
      id: message.id,
      knowledge,
      isFresh,
      now,
    });
    const { reports, contents, hidden } = decoded;
    const rejections = slices.length === 0 ? ['no location in it'] : decoded.rejections;
    const isBelieved = reports.length > 0;
    const warning = newWarnings(lock, [
      ...decoded.warnings,
      ...(isBelieved ? rejections : []),
    ]).join('; ');
    return {
      content: { message: hexCode(message.code), records: contents },
      reports,
      results: resultsOf(lock, decoded, isFresh),
      ...(hidden.length > 0 ? { maskedFrame: redactFrame(frame, hidden) } : {}),
      ...(warning ? { warning } : {}),
      ...(!isBelieved && rejections[0] !== undefined ? { rejected: rejections[0] } : {}),
    };
  };

  /** An answer to a command under way. */
  const decodeAnswer = (
    { code, body }: Message,
    lock: LockState,
    now: number,
  ): Pick<DecodedFrame, 'results' | 'reply' | 'progress'> => {
    if (body.length < 2) return { results: [] };
    const serial = body.readUInt16BE(0);
    for (const [key, command] of lock.inFlight) {
      if (command.serial !== serial) continue;
      const step = command.steps.receive({ message: code, body: body.subarray(2) });
      if (step === 'waits') return { results: [] };
      command.lastActivityAt = now;
      if (command.file) Object.assign(command.file, { isAnswered: true, hasAnswers: true });
      if ('progress' in step) return { results: [], progress: commandProgress(key, step) };
      if ('body' in step) return { results: [], reply: sendStep(lock.wire, command, step) };
      lock.inFlight.delete(key);
      return { results: [{ key, ...step }] };
    }
    return { results: [] };
  };

  const sendStep = (
    caller: WireAddress,
    command: CommandInFlight,
    { message, body }: OutgoingMessage,
  ): Buffer => {
    command.serial = nextSerial();
    return writeFrame(caller, { code: message, serial: command.serial, body });
  };

  /** An upgrade that ended, or lacks parts of its file. */
  const decodeUpgradeMessage = ({
    message: { code, body },
    lock,
  }: MessageContext): Partial<DecodedFrame> => {
    if (code === UP.upgraded) {
      const result = decodeUpgradeResult(body);
      if (result === undefined) return {};
      lock.inFlight.delete(UPGRADE_KEY);
      return {
        content: { message: hexCode(code), result: body[1] },
        results: [{ key: UPGRADE_KEY, ...result }],
      };
    }
    const lacking = decodeMissingParts(body);
    const command = lock.inFlight.get(UPGRADE_KEY);
    const isOurs = lacking.length > 0 && command?.file?.firstSerial === body.readUInt16BE(0);
    const progress = isOurs ? command?.steps.parts?.after(lacking) : undefined;
    return {
      content: { message: hexCode(code), lacking },
      ...(progress && { progress: commandProgress(UPGRADE_KEY, progress) }),
    };
  };

  /** A terminal that was asked for its attributes says what it runs. */
  const decodeVersion = ({
    message: { code, body },
    now,
  }: MessageContext): Partial<DecodedFrame> => {
    const version =
      code === UP.attributes ? decodeAttributes(body.subarray(2))?.firmware : undefined;
    if (!version) return {};
    return { reports: [{ ts: now, report_reson: 0, version }] };
  };

  /** Who has yet to show that it is the lock is not there as the lock. */
  const needsAuth = ({ isAuthenticated }: LockState): boolean => asksForAuth && !isAuthenticated;

  const register = ({ message, lock }: MessageContext): Partial<DecodedFrame> => {
    const code = Buffer.from(authCode(secret, message.id), 'latin1');
    const body = Buffer.concat([uint16(message.serial), Buffer.of(0), code]);
    const reply = write(message, DOWN.registered, body);
    return needsAuth(lock) ? { id: undefined, reply } : { reply };
  };

  const authenticate = ({ message, lock }: MessageContext): Partial<DecodedFrame> => {
    const { id, version, body } = message;
    const sentCode = version === undefined ? body : body.subarray(1, 1 + (body[0] ?? 0));
    const code = sentCode.toString('latin1').replace(/\0+$/, '');
    lock.isAuthenticated = isSame(code, authCode(secret, id));
    if (lock.isAuthenticated) return { reply: generalAck(message, 0) };
    return {
      rejected: 'its authentication code is wrong',
      reply: generalAck(message, 1),
      close: true,
    };
  };

  const decodeJt705aMessage = (context: MessageContext): Partial<DecodedFrame> => {
    const { id, code, attributes, body } = context.message;
    context.lock.isJt705a = true;
    const result = Buffer.concat([uint16(code), Buffer.of(0)]);
    return {
      ...(code === JT705A.heartbeat
        ? {}
        : decodeLocations(context, [{ begin: 0, body }], code === JT705A.live, decode705aRecord)),
      protocol: PROTOCOL.jt808,
      ...(wantsAnswer(attributes)
        ? { acknowledgement: writeShortFrame(id, JT705A.answer, result) }
        : {}),
    };
  };

  /** What is acknowledged when it is stored. */
  const decodeStandard = (context: MessageContext): Partial<DecodedFrame> => {
    const { message } = context;
    const { code, body } = message;
    const decodeBody = (): Partial<DecodedFrame> => {
      if (code === UP.location) return decodeLocations(context, [{ begin: 0, body }], true);
      if (code === UP.batch && body.length > 3)
        return decodeLocations(context, sliceRecords(body, 3, 2), body[2] !== STORED);
      if (code === UP.stored && body.length > BATTERY_REPORT)
        return decodeLocations(context, sliceRecords(body, 0, 1), false);
      const battery = code === UP.stored ? { battery: body[0] } : {};
      return { content: { message: hexCode(code), ...battery } };
    };
    return { ...decodeBody(), acknowledgement: generalAck(message, 0) };
  };

  const decodeMessage = (context: MessageContext): Partial<DecodedFrame> => {
    const { message, lock, now } = context;
    const { code } = message;
    if (code === UP.register) return register(context);
    if (code === UP.authenticate) return authenticate(context);
    if (code === UP.time) return { reply: write(message, DOWN.time, bcdTime(now)) };
    if (code === JT705A.live || code === JT705A.stored || code === JT705A.heartbeat)
      return decodeJt705aMessage(context);
    if (ANSWERS.includes(code))
      return {
        content: answerContent(message),
        ...decodeVersion(context),
        ...decodeAnswer(message, lock, now),
      };
    if (code === UP.upgraded || code === UP.lacking)
      return { ...decodeStandard(context), ...decodeUpgradeMessage(context) };
    return decodeStandard(context);
  };

  const decodeText = (frame: Uint8Array, now: number): DecodedFrame => {
    const text = parseJt705aText(frame);
    if (text === undefined) return { ...EMPTY_FRAME, rejected: 'a text that is not understood' };
    // What stands behind other words may be a password.
    const maskedFrame = Buffer.from(frame);
    const behind = maskedFrame.indexOf(`,${text.word}`) + 1 + text.word.length;
    if (text.word !== 'BASE') maskedFrame.fill('*', behind, maskedFrame.length - 1);
    const content = { text: text.word };
    const lock = lockOf({ id: text.id, version: undefined });
    lock.isJt705a = true;
    const id = needsAuth(lock) ? undefined : text.id;
    const decoded = { ...EMPTY_FRAME, id, protocol: PROTOCOL.jt808, content, maskedFrame };
    if (!isTimeRequest(text) || now - lock.timeSentAt < MINUTE) return decoded;
    lock.timeSentAt = now;
    return { ...decoded, reply: encodeTime(text, now) };
  };

  const decodeFrame = (frame: Uint8Array, now: number): DecodedFrame => {
    if (frame[0] === OPENING_BRACKET) return decodeText(frame, now);
    const message = readFrame(frame);
    if (typeof message === 'string') return { ...EMPTY_FRAME, rejected: message };
    const { id, code, part } = message;
    // What is only kept and acknowledged may be of any length.
    if (!message.isWhole && PARSED_MESSAGES.includes(code))
      return { ...EMPTY_FRAME, id, rejected: 'it is not as long as it says' };
    const isHidden = part !== undefined || HIDDEN_BODIES.includes(code);
    const decoded: DecodedFrame = {
      ...EMPTY_FRAME,
      id,
      content: { message: hexCode(code), ...(part ? { part } : {}) },
      ...(isHidden ? { maskedFrame: redactFrame(frame, [[0, message.body.length]]) } : {}),
    };
    const lock = lockOf(message);
    if (needsAuth(lock) && code !== UP.register && code !== UP.authenticate)
      return {
        ...decoded,
        rejected: 'it has not shown its code',
        reply: generalAck(message, 1),
        close: true,
      };
    const whole = assembly.put(message, now);
    if (typeof whole === 'string') return { ...decoded, rejected: whole };
    if (whole === undefined)
      // Acknowledged at once, as some send the next part only then; the last one is when all of it is stored.
      return ANSWERS.includes(code) ? decoded : { ...decoded, reply: generalAck(message, 0) };
    for (const [key, { lastActivityAt }] of lock.inFlight) {
      const timeout = key === UPGRADE_KEY ? UPGRADE_TIMEOUT_MS : REPLY_TIMEOUT_MS;
      if (now - lastActivityAt > timeout) lock.inFlight.delete(key);
    }
    const fields = decodeMessage({ message: whole, frame, lock, now });
    const protocol = memory.get(bareId(id))?.dialect?.protocol;
    return {
      ...decoded,
      ...(protocol === undefined ? {} : { protocol }),
      ...fields,
      ...(isHidden ? { maskedFrame: decoded.maskedFrame } : {}),
    };
  };

  /** One that has not shown its dialect yet is what it is declared to be. */
  const encodersFor = ({ id, protocol }: TargetLock) => {
    const dialect = memory.get(bareId(id))?.dialect;
    const isHhd =
      dialect === undefined || dialect.name === 'JT/T 808'
        ? protocol === PROTOCOL.hhd
        : dialect.protocol === PROTOCOL.hhd;
    if (isHhd) return hhdEncoders;
    if (locks.get(id)?.isJt705a) return {};
    return STANDARD_COMMAND_DIALECTS.includes(dialect?.name) ? standardEncoders : {};
  };

  return {
    decode: (frame, now) => {
      try {
        return decodeFrame(frame, now);
      } catch (error) {
        // Offsets are checked where they are read; what was not thought of must not cost the connection.
        const why = errorMessage(error);
        return { ...EMPTY_FRAME, rejected: `not understood: ${why}` };
      }
    },
    encode: ({ cmd, args }, now, target) => {
      const key = replyKeyOf(cmd);
      const encoder: CommandEncoder | undefined = encodersFor(target)[cmd];
      if (key === undefined || encoder === undefined) return { unsupported: true };
      const lock = locks.get(target.id);
      if (lock === undefined) return { refused: 'It has not spoken on this connection' };
      const steps = encoder(args, lock.wire.version);
      if (typeof steps === 'string') return { refused: steps };
      const command = { steps, lastActivityAt: now, serial: 0 };
      lock.inFlight.set(key, command);
      return encodeResult(key, { cmd, args }, command, sendStep(lock.wire, command, steps.request));
    },
    encodeChunk: (chunk, now, { id }) => {
      const lock = locks.get(id);
      const command = lock?.inFlight.get(UPGRADE_KEY);
      if (!lock || !command?.steps.parts) return undefined;
      const { message, of } = command.steps.parts;
      const { index, total, body } = of(chunk);
      if (command.file === undefined) {
        // Others that are said meanwhile have theirs behind these.
        command.file = { firstSerial: serials, isAnswered: true, hasAnswers: false };
        serials = (serials + total) & 0xffff;
      }
      command.lastActivityAt = now;
      command.serial = (command.file.firstSerial + index - 1) & 0xffff;
      const isFirst = index === 1;
      command.file.isAnswered = false;
      const bytes = writeFrame(lock.wire, {
        code: message,
        serial: command.serial,
        body,
        part: { total, index },
      });
      const isAnswering = isFirst || command.file.hasAnswers;
      return {
        bytes,
        replyTimeoutMs: isAnswering ? PART_TIMEOUT_MS.answered : PART_TIMEOUT_MS.unanswered,
      };
    },
    resumeTransfer: (now, { id }) => {
      const command = locks.get(id)?.inFlight.get(UPGRADE_KEY);
      if (!command?.file || command.file.isAnswered) return undefined;
      command.lastActivityAt = now;
      const progress = command.steps.parts?.after([]);
      return progress && commandProgress(UPGRADE_KEY, progress);
    },
  };
};

const commandProgress = (key: string, { progress }: StepProgress): CommandProgress => ({
  key,
  ...progress,
});

/** What was said, and what the log may show of it. */
const encodeResult = (
  key: string,
  { cmd, args }: Pick<LockCommand, 'cmd' | 'args'>,
  { steps, serial }: CommandInFlight,
  bytes: Buffer,
): EncodeResult => {
  const { message, body } = steps.request;
  const content = { message: hexCode(message), serial, cmd };
  return steps.isSecret
    ? { bytes, key, content, maskedFrame: redactFrame(bytes, [[COUNT, body.length]]) }
    : { bytes, key, content: { ...content, args } };
};

const LOCK_KEY = 'lock';
const UPGRADE_KEY = 'upgrade';
const OPENING_BRACKET = 0x28;
/** In front of parameters. */
const COUNT = 1;
/** Records of a batch that were stored in the lock. */
const STORED = 1;
/** Shorter than this 0x0210 tells of the battery. */
const BATTERY_REPORT = 28;

/** The time in UTC, `yymmddhhmmss` in BCD. */
const bcdTime = (now: number): Buffer =>
  Buffer.from(new Date(now).toISOString().replaceAll(/\D/g, '').slice(2, 14), 'hex');

/** An answer for the message log: to which of ours, and what, where that is no secret. */
const answerContent = ({ code, body }: Message) => ({
  message: hexCode(code),
  to: body.length >= 2 ? body.readUInt16BE(0) : undefined,
  ...(HIDDEN_BODIES.includes(code) ? {} : { answer: body.toString('hex', 2) }),
});

const hexCode = (message: number): string => message.toString(16).padStart(4, '0');

const isSame = (one: string, other: string): boolean =>
  one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other));
