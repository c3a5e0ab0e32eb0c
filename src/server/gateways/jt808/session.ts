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
const OBEDIENT: readonly (string | undefined)[] = [undefined, 'JT/T 808', 'Huabao'];

/** The code that a lock gets when it registers, and has to show from then on. */
const authCode = (secret: string, id: string): string =>
  createHmac('sha256', secret)
    .update(`jt808:${bareId(id)}`)
    .digest('hex')
    .slice(0, 16);

interface TalkOptions {
  readonly memory: KnowledgeStore;
  /** What the authentication codes are made from. */
  readonly secret: string;
  /** Whether nothing is believed of a lock that did not show its code. */
  readonly asksForAuth: boolean;
}

/** A lock on this connection. */
interface Speaker {
  readonly caller: WireAddress;
  isAuthentic: boolean;
  /** It said something that only a JT705A says. */
  is705a: boolean;
  /** Commands under way, by word. */
  readonly errands: Map<string, Underway>;
  /** Oddities that were told of. */
  readonly doubts: Set<string>;
  /** When it was last told the time by text: one that asks again and again shall not be answered as often. */
  timeTold: number;
}

/** A message of a lock, with all that goes with it. */
interface Occasion {
  readonly message: Message;
  /** Its frame, of several its last. */
  readonly frame: Uint8Array;
  readonly speaker: Speaker;
  readonly now: number;
}

interface Underway {
  readonly errand: CommandSteps;
  /** When it last went on, ms since 1970. */
  since: number;
  serial: number;
  file?: FileUnderway;
}

/** A file that is sent in parts. */
interface FileUnderway {
  /** Serial of its first part. */
  readonly first: number;
  /** Whether the part that was sent last has an answer, and whether any ever had. */
  isAnswered: boolean;
  hasAnswers: boolean;
}

/** An answer after this is not waited for, and what goes on for long is not waited for after this. */
const PATIENCE_MS = 30_000;
const UPGRADE_PATIENCE_MS = 600_000;
/** The answer to a part is waited for so long, ms; of a lock that answers none, parts go out at this pace. */
const PART_WAIT = { answered: 5_000, unanswered: 200 };
const MOST_SPEAKERS = 512;

const NOTHING = { reports: [], results: [] } as const;

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
const UNDERSTOOD: readonly number[] = [...Object.values(UP), ...Object.values(JT705A), ...ANSWERS];

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
}: TalkOptions): ProtocolSession => {
  const speakers = createLruMap<Speaker>(MOST_SPEAKERS);
  const assembly = createAssembly();
  let serials = 0;

  const nextSerial = (): number => {
    const serial = serials;
    serials = (serials + 1) & 0xffff;
    return serial;
  };

  const speakerOf = ({ id, version }: WireAddress): Speaker => {
    const found = speakers.get(id);
    if (found && found.caller.version === version) return found;
    const speaker: Speaker = {
      caller: { id, version },
      isAuthentic: found?.isAuthentic ?? false,
      is705a: found?.is705a ?? false,
      errands: found?.errands ?? new Map(),
      doubts: found?.doubts ?? new Set(),
      timeTold: found?.timeTold ?? 0,
    };
    speakers.set(id, speaker);
    return speaker;
  };

  const write = (caller: WireAddress, message: number, body: Uint8Array): Buffer =>
    writeFrame(caller, { code: message, serial: nextSerial(), body });

  /** 0 done, 1 failed. */
  const general = (message: Message, result: 0 | 1): Buffer => {
    const { serial, code } = message;
    return write(
      message,
      DOWN.general,
      Buffer.concat([uint16(serial), uint16(code), Buffer.of(result)]),
    );
  };

  /** The command that a report ends: what the motor did, not that the lock would try. */
  const endBy = (
    speaker: Speaker,
    { endings }: DecodedRecords,
    isFresh: boolean,
  ): CommandResult[] => {
    const under = speaker.errands.get(LOCK_WORD);
    if (under === undefined) return [];
    // What was stored before the command tells of another one, as far as the lock's clock can tell.
    const since = isFresh ? Number.NEGATIVE_INFINITY : under.since - CLOCK_TOLERANCE;
    const ending = endings.find(
      ({ ended, ts }) => ts >= since && (ended === 'stuck' || ended === under.errand.endsWith),
    );
    if (ending === undefined) return [];
    speaker.errands.delete(LOCK_WORD);
    const isDone = ending.ended !== 'stuck';
    return [
      { key: LOCK_WORD, ...(isDone ? { code: 0 } : { code: 1006, message: 'The motor is stuck' }) },
    ];
  };

  /** A doubt once per lock and connection: a clock that is wrong is wrong in every report. */
  const newDoubts = (speaker: Speaker, doubts: readonly string[]): readonly string[] =>
    doubts.filter((doubt) => {
      const kind = doubt.replaceAll(/\d+/g, '');
      const isNew = !speaker.doubts.has(kind);
      speaker.doubts.add(kind);
      return isNew;
    });

  const hearLocations = (
    { message, frame, speaker, now }: Occasion,
    pieces: readonly RecordSlice[],
    isFresh: boolean,
    read: DecodeRecord = decodeStandardRecord,
  ): Partial<DecodedFrame> => {
    const known = knowledgeOf(memory, message.id);
    const found = decodeRecords(pieces, read, { id: message.id, known, isFresh, now });
    const { reports, said, hidden } = found;
    const whys = pieces.length === 0 ? ['no location in it'] : found.whys;
    const isBelieved = reports.length > 0;
    const warning = newDoubts(speaker, [...found.doubts, ...(isBelieved ? whys : [])]).join('; ');
    return {
      content: { message: nameOf(message.code), records: said },
      reports,
      results: endBy(speaker, found, isFresh),
      ...(hidden.length > 0 ? { maskedFrame: redactFrame(frame, hidden) } : {}),
      ...(warning ? { warning } : {}),
      ...(!isBelieved && whys[0] !== undefined ? { rejected: whys[0] } : {}),
    };
  };

  /** An answer to a command under way. */
  const hearAnswer = (
    { code, body }: Message,
    speaker: Speaker,
    now: number,
  ): Pick<DecodedFrame, 'results' | 'reply' | 'progress'> => {
    if (body.length < 2) return { results: [] };
    const serial = body.readUInt16BE(0);
    for (const [name, under] of speaker.errands) {
      if (under.serial !== serial) continue;
      const step = under.errand.hear({ message: code, body: body.subarray(2) });
      if (step === 'waits') return { results: [] };
      under.since = now;
      if (under.file) Object.assign(under.file, { isAnswered: true, hasAnswers: true });
      if ('progress' in step) return { results: [], progress: commandProgress(name, step) };
      if ('body' in step) return { results: [], reply: send(speaker.caller, under, step) };
      speaker.errands.delete(name);
      return { results: [{ key: name, ...step }] };
    }
    return { results: [] };
  };

  const send = (
    caller: WireAddress,
    under: Underway,
    { message, body }: OutgoingMessage,
  ): Buffer => {
    under.serial = nextSerial();
    return writeFrame(caller, { code: message, serial: under.serial, body });
  };

  /** An upgrade that ended, or lacks parts of its file. */
  const hearUpgrade = ({ message: { code, body }, speaker }: Occasion): Partial<DecodedFrame> => {
    if (code === UP.upgraded) {
      const ending = decodeUpgradeResult(body);
      if (ending === undefined) return {};
      speaker.errands.delete(UPGRADE_WORD);
      return {
        content: { message: nameOf(code), result: body[1] },
        results: [{ key: UPGRADE_WORD, ...ending }],
      };
    }
    const lacking = decodeMissingParts(body);
    const under = speaker.errands.get(UPGRADE_WORD);
    const isOurs = lacking.length > 0 && under?.file?.first === body.readUInt16BE(0);
    const going = isOurs ? under?.errand.parts?.after(lacking) : undefined;
    return {
      content: { message: nameOf(code), lacking },
      ...(going && { progress: commandProgress(UPGRADE_WORD, going) }),
    };
  };

  /** A terminal that was asked for its attributes says what it runs. */
  const hearVersion = ({ message: { code, body }, now }: Occasion): Partial<DecodedFrame> => {
    const version =
      code === UP.attributes ? decodeAttributes(body.subarray(2))?.firmware : undefined;
    if (!version) return {};
    return { reports: [{ ts: now, report_reson: 0, version }] };
  };

  /** Who has yet to show that it is the lock is not there as the lock. */
  const isNobody = ({ isAuthentic }: Speaker): boolean => asksForAuth && !isAuthentic;

  const hearRegister = ({ message, speaker }: Occasion): Partial<DecodedFrame> => {
    const code = Buffer.from(authCode(secret, message.id), 'latin1');
    const body = Buffer.concat([uint16(message.serial), Buffer.of(0), code]);
    const reply = write(message, DOWN.registered, body);
    return isNobody(speaker) ? { id: undefined, reply } : { reply };
  };

  const hearAuth = ({ message, speaker }: Occasion): Partial<DecodedFrame> => {
    const { id, version, body } = message;
    const shown = version === undefined ? body : body.subarray(1, 1 + (body[0] ?? 0));
    const code = shown.toString('latin1').replace(/\0+$/, '');
    speaker.isAuthentic = isSame(code, authCode(secret, id));
    if (speaker.isAuthentic) return { reply: general(message, 0) };
    return {
      rejected: 'its authentication code is wrong',
      reply: general(message, 1),
      close: true,
    };
  };

  const hear705a = (occasion: Occasion): Partial<DecodedFrame> => {
    const { id, code, attributes, body } = occasion.message;
    occasion.speaker.is705a = true;
    const result = Buffer.concat([uint16(code), Buffer.of(0)]);
    return {
      ...(code === JT705A.heartbeat
        ? {}
        : hearLocations(occasion, [{ begin: 0, body }], code === JT705A.live, decode705aRecord)),
      protocol: PROTOCOL.jt808,
      ...(wantsAnswer(attributes)
        ? { acknowledgement: writeShortFrame(id, JT705A.answer, result) }
        : {}),
    };
  };

  /** What is acknowledged when it is stored. */
  const hearStandard = (occasion: Occasion): Partial<DecodedFrame> => {
    const { message } = occasion;
    const { code, body } = message;
    const hear = (): Partial<DecodedFrame> => {
      if (code === UP.location) return hearLocations(occasion, [{ begin: 0, body }], true);
      if (code === UP.batch && body.length > 3)
        return hearLocations(occasion, sliceRecords(body, 3, 2), body[2] !== STORED);
      if (code === UP.stored && body.length > BATTERY_REPORT)
        return hearLocations(occasion, sliceRecords(body, 0, 1), false);
      const battery = code === UP.stored ? { battery: body[0] } : {};
      return { content: { message: nameOf(code), ...battery } };
    };
    return { ...hear(), acknowledgement: general(message, 0) };
  };

  const hearMessage = (occasion: Occasion): Partial<DecodedFrame> => {
    const { message, speaker, now } = occasion;
    const { code } = message;
    if (code === UP.register) return hearRegister(occasion);
    if (code === UP.authenticate) return hearAuth(occasion);
    if (code === UP.time) return { reply: write(message, DOWN.time, bcdTime(now)) };
    if (code === JT705A.live || code === JT705A.stored || code === JT705A.heartbeat)
      return hear705a(occasion);
    if (ANSWERS.includes(code))
      return {
        content: toldOf(message),
        ...hearVersion(occasion),
        ...hearAnswer(message, speaker, now),
      };
    if (code === UP.upgraded || code === UP.lacking)
      return { ...hearStandard(occasion), ...hearUpgrade(occasion) };
    return hearStandard(occasion);
  };

  const hearText = (frame: Uint8Array, now: number): DecodedFrame => {
    const text = parseJt705aText(frame);
    if (text === undefined) return { ...NOTHING, rejected: 'a text that is not understood' };
    // What stands behind other words may be a password.
    const maskedFrame = Buffer.from(frame);
    const behind = maskedFrame.indexOf(`,${text.word}`) + 1 + text.word.length;
    if (text.word !== 'BASE') maskedFrame.fill('*', behind, maskedFrame.length - 1);
    const content = { text: text.word };
    const speaker = speakerOf({ id: text.id, version: undefined });
    speaker.is705a = true;
    const id = isNobody(speaker) ? undefined : text.id;
    const heard = { ...NOTHING, id, protocol: PROTOCOL.jt808, content, maskedFrame };
    if (!isTimeRequest(text) || now - speaker.timeTold < MINUTE) return heard;
    speaker.timeTold = now;
    return { ...heard, reply: encodeTime(text, now) };
  };

  const hearFrame = (frame: Uint8Array, now: number): DecodedFrame => {
    if (frame[0] === OPENING_BRACKET) return hearText(frame, now);
    const message = readFrame(frame);
    if (typeof message === 'string') return { ...NOTHING, rejected: message };
    const { id, code, part } = message;
    // What is only kept and acknowledged may be of any length.
    if (!message.isWhole && UNDERSTOOD.includes(code))
      return { ...NOTHING, id: id, rejected: 'it is not as long as it says' };
    const isHidden = part !== undefined || HIDDEN_BODIES.includes(code);
    const heard: DecodedFrame = {
      ...NOTHING,
      id: id,
      content: { message: nameOf(code), ...(part ? { part } : {}) },
      ...(isHidden ? { maskedFrame: redactFrame(frame, [[0, message.body.length]]) } : {}),
    };
    const speaker = speakerOf(message);
    if (isNobody(speaker) && code !== UP.register && code !== UP.authenticate)
      return {
        ...heard,
        rejected: 'it has not shown its code',
        reply: general(message, 1),
        close: true,
      };
    const whole = assembly.put(message, now);
    if (typeof whole === 'string') return { ...heard, rejected: whole };
    if (whole === undefined)
      // Acknowledged at once, as some send the next part only then; the last one is when all of it is stored.
      return ANSWERS.includes(code) ? heard : { ...heard, reply: general(message, 0) };
    for (const [name, { since }] of speaker.errands) {
      const patience = name === UPGRADE_WORD ? UPGRADE_PATIENCE_MS : PATIENCE_MS;
      if (now - since > patience) speaker.errands.delete(name);
    }
    const understood = hearMessage({ message: whole, frame, speaker, now });
    const protocol = memory.get(bareId(id))?.dialect?.protocol;
    return {
      ...heard,
      ...(protocol === undefined ? {} : { protocol }),
      ...understood,
      ...(isHidden ? { maskedFrame: heard.maskedFrame } : {}),
    };
  };

  /** One that has not shown its dialect yet is what it is declared to be. */
  const sayingsFor = ({ id, protocol }: TargetLock) => {
    const dialect = memory.get(bareId(id))?.dialect;
    const isHhd =
      dialect === undefined || dialect.name === 'JT/T 808'
        ? protocol === PROTOCOL.hhd
        : dialect.protocol === PROTOCOL.hhd;
    if (isHhd) return hhdEncoders;
    if (speakers.get(id)?.is705a) return {};
    return OBEDIENT.includes(dialect?.name) ? standardEncoders : {};
  };

  return {
    decode: (frame, now) => {
      try {
        return hearFrame(frame, now);
      } catch (error) {
        // Offsets are checked where they are read; what was not thought of must not cost the connection.
        const why = errorMessage(error);
        return { ...NOTHING, rejected: `not understood: ${why}` };
      }
    },
    encode: ({ cmd, args }, now, lock) => {
      const name = replyKeyOf(cmd);
      const saying: CommandEncoder | undefined = sayingsFor(lock)[cmd];
      if (name === undefined || saying === undefined) return { unsupported: true };
      const speaker = speakers.get(lock.id);
      if (speaker === undefined) return { refused: 'It has not spoken on this connection' };
      const errand = saying(args, speaker.caller.version);
      if (typeof errand === 'string') return { refused: errand };
      const under = { errand, since: now, serial: 0 };
      speaker.errands.set(name, under);
      return saidOf(name, { cmd, args }, under, send(speaker.caller, under, errand.order));
    },
    encodeChunk: (piece, now, { id }) => {
      const speaker = speakers.get(id);
      const under = speaker?.errands.get(UPGRADE_WORD);
      if (!speaker || !under?.errand.parts) return undefined;
      const { message, of } = under.errand.parts;
      const { index, total, body } = of(piece);
      if (under.file === undefined) {
        // Others that are said meanwhile have theirs behind these.
        under.file = { first: serials, isAnswered: true, hasAnswers: false };
        serials = (serials + total) & 0xffff;
      }
      under.since = now;
      under.serial = (under.file.first + index - 1) & 0xffff;
      const isFirst = index === 1;
      under.file.isAnswered = false;
      const bytes = writeFrame(speaker.caller, {
        code: message,
        serial: under.serial,
        body,
        part: { total, index },
      });
      const isAnswering = isFirst || under.file.hasAnswers;
      return { bytes, replyTimeoutMs: isAnswering ? PART_WAIT.answered : PART_WAIT.unanswered };
    },
    resumeTransfer: (now, { id }) => {
      const under = speakers.get(id)?.errands.get(UPGRADE_WORD);
      if (!under?.file || under.file.isAnswered) return undefined;
      under.since = now;
      const going = under.errand.parts?.after([]);
      return going && commandProgress(UPGRADE_WORD, going);
    },
  };
};

const commandProgress = (name: string, { progress }: StepProgress): CommandProgress => ({
  key: name,
  ...progress,
});

/** What was said, and what the log may show of it. */
const saidOf = (
  name: string,
  { cmd, args }: Pick<LockCommand, 'cmd' | 'args'>,
  { errand, serial }: Underway,
  bytes: Buffer,
): EncodeResult => {
  const { message, body } = errand.order;
  const content = { message: nameOf(message), serial, cmd };
  return errand.isSecret
    ? { bytes, key: name, content, maskedFrame: redactFrame(bytes, [[COUNT, body.length]]) }
    : { bytes, key: name, content: { ...content, args } };
};

const LOCK_WORD = 'lock';
const UPGRADE_WORD = 'upgrade';
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
const toldOf = ({ code, body }: Message) => ({
  message: nameOf(code),
  to: body.length >= 2 ? body.readUInt16BE(0) : undefined,
  ...(HIDDEN_BODIES.includes(code) ? {} : { answer: body.toString('hex', 2) }),
});

const nameOf = (message: number): string => message.toString(16).padStart(4, '0');

const isSame = (one: string, other: string): boolean =>
  one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other));
