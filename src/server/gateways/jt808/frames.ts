import { type FrameSplit, readUint16 } from '../protocolFamily';

/** Bytes that a frame may take on the wire: a body of 1,023 bytes, every one of them escaped, with its header. */
export const MAX_FRAME_BYTES = 4096;

const MARK = 0x7e;
/** Some units put E7 where the standard has 7E. */
const OTHER_MARK = 0xe7;
const BRACKET = 0x28;
const CLOSING_BRACKET = 0x29;

/**
 * Cuts frames between marks and texts in brackets off the front. Two marks side by side are the end of one frame and the
 * beginning of the next; where senders save one of the two, the frame behind a shared mark is known by its checksum.
 */
export const splitFrames = (bytes: Uint8Array): FrameSplit => {
  const frames: Uint8Array[] = [];
  let skippedBytes = 0;
  let at = 0;
  while (at < bytes.length) {
    const begins = beginsAt(bytes, at);
    const end = begins ? endOf(bytes, at) : bytes.indexOf(MARK, at);
    const isTooLong = (end < 0 ? bytes.length : end + 1) - at > MAX_FRAME_BYTES;
    // An empty frame is the end of one and the beginning of another.
    const isEmpty = begins && end === at + 1;
    const isCandidate = (begins && !isEmpty) || (!begins && mayBeHeader(bytes[at]));
    if (isCandidate && !isTooLong) {
      if (end < 0) break;
      const until = bytes[at] === MARK ? endByLength(bytes, at, end) : end + 1;
      const frame = bytes.subarray(at, until);
      if (begins || isSound(frame)) {
        frames.push(frame);
        at = until;
        continue;
      }
    }
    do {
      at += 1;
      skippedBytes += 1;
    } while (at < bytes.length && !beginsAt(bytes, at));
  }
  return { frames, rest: bytes.subarray(at), skippedBytes };
};

/** True for a text in brackets. */
export const isText = (frame: Uint8Array): boolean => frame[0] === BRACKET;

/** Whether a frame or a text begins there: E7 is a common byte of junk, a mark only in front of a header. */
const beginsAt = (bytes: Uint8Array, at: number): boolean => {
  const first = bytes[at];
  if (first === OTHER_MARK) return at + 1 === bytes.length || mayBeHeader(bytes[at + 1]);
  return first === MARK || (first === BRACKET && endOf(bytes, at) !== at);
};

/**
 * Where what begins there ends, -1 when that has not come yet. A bracket that is no text ends where it begins: so does one
 * before another, or thousands of them would each be looked after to the end.
 */
const endOf = (bytes: Uint8Array, at: number): number => {
  if (bytes[at] !== BRACKET) return bytes.indexOf(bytes[at] ?? MARK, at + 1);
  for (let i = at + 1; i < bytes.length; i++) {
    const byte = bytes[i] ?? 0;
    if (byte === CLOSING_BRACKET) return i;
    if (byte < 0x20 || byte > 0x7d || byte === BRACKET) return at;
  }
  return -1;
};

/**
 * Where the frame between two marks ends. Some senders do not escape the mark: it is then one of the body's bytes, and
 * the length in the header and the checksum tell where the frame ends, once that is there.
 */
const endByLength = (bytes: Uint8Array, at: number, end: number): number => {
  const until = at + wireLength(bytes, at);
  if (until <= end + 1 || until > bytes.length || isSound(bytes.subarray(at, end + 1)))
    return end + 1;
  return isSound(bytes.subarray(at, until)) ? until : end + 1;
};

/** How long a frame is by its header where nothing in it is escaped. */
const wireLength = (bytes: Uint8Array, at: number): number => {
  const [code, attributes] = [readUint16(bytes, at + 1), readUint16(bytes, at + 3)];
  return beginOf(code, attributes) + (attributes & LENGTH) + 3;
};

/** Whether a message can begin with the byte: no line feed and no printable junk. */
const mayBeHeader = (byte: number | undefined): boolean => byte !== undefined && byte <= 0x09;

/** Exclusive or of all bytes: 0 over a payload with its checksum. */
const sumOf = (bytes: Uint8Array): number => {
  let sum = 0;
  for (const byte of bytes) sum ^= byte;
  return sum;
};

/** What two bytes stand for, by the mark that frames. */
const ESCAPES: Readonly<Record<number, ReadonlyMap<number, number>>> = {
  [MARK]: new Map([
    [0x7d01, 0x7d],
    [0x7d02, MARK],
  ]),
  [OTHER_MARK]: new Map([
    [0xe601, 0xe6],
    [0xe602, OTHER_MARK],
    [0x3e01, 0x3e],
    [0x3e02, 0x3d],
  ]),
};

const unescaped = (inside: Uint8Array, mark: number): Buffer => {
  const escapes = ESCAPES[mark];
  const plain = Buffer.allocUnsafe(inside.length);
  let length = 0;
  for (let i = 0; i < inside.length; i++) {
    const byte = inside[i] ?? 0;
    const meant = escapes?.get((byte << 8) | (inside[i + 1] ?? 0));
    plain[length++] = meant ?? byte;
    if (meant !== undefined) i++;
  }
  return plain.subarray(0, length);
};

/** What is between the marks of a frame, as it was meant, checksum included. */
export const unframe = (frame: Uint8Array): Buffer => {
  const last = frame.at(-1) ?? MARK;
  return unescaped(frame.subarray(frame[0] === last ? 1 : 0, -1), last);
};

const isSound = (frame: Uint8Array): boolean => {
  const inside = unframe(frame);
  return inside.length >= MIN_PAYLOAD_BYTES && sumOf(inside) === 0;
};

/** Message, attributes, id of 6 bytes, serial of one byte, checksum. */
const MIN_PAYLOAD_BYTES = 12;
/** JT705A and its like count the serial of these in one byte. */
const SHORT_SERIAL: readonly number[] = [0x5501, 0x5502, 0x4001];

const IS_SPLIT = 1 << 13;
const IS_2019 = 1 << 14;
const ENCRYPTION = 0b111 << 10;
const LENGTH = 0x3ff;

/** Where the body begins behind the first mark. */
const beginOf = (code: number, attributes: number): number => {
  if (SHORT_SERIAL.includes(code)) return 11;
  return (attributes & IS_2019 ? 17 : 12) + (attributes & IS_SPLIT ? 4 : 0);
};

/** How a lock writes its headers, which is how it wants ours. */
export interface WireAddress {
  /** As on the wire: digits, leading zeros kept; some makers have letters in it. */
  readonly id: string;
  /** The version of the 2019 header, where it has one. */
  readonly version: number | undefined;
}

export interface Message extends WireAddress {
  readonly code: number;
  readonly attributes: number;
  readonly serial: number;
  readonly body: Buffer;
  /** Whether the body is as long as the header says. A zero more or less is nothing to the checksum. */
  readonly isWhole: boolean;
  /** Of a message that came in several frames. */
  readonly part: { readonly total: number; readonly index: number } | undefined;
}

interface Outgoing extends Pick<Message, 'code' | 'serial'> {
  readonly body: Uint8Array;
  readonly part?: Message['part'];
}

/** Checks and reads one frame; a text for one that is not to be believed. */
export const readFrame = (frame: Uint8Array): Message | string => {
  const payload = unframe(frame);
  if (payload.length < MIN_PAYLOAD_BYTES) return 'the frame is too short';
  if (sumOf(payload) !== 0) return 'the checksum is wrong';
  const code = payload.readUInt16BE(0);
  const attributes = payload.readUInt16BE(2);
  const begin = beginOf(code, attributes);
  if (payload.length <= begin) return 'the frame is shorter than its header';
  const isShort = SHORT_SERIAL.includes(code);
  if (!isShort && (attributes & ENCRYPTION) !== 0) return 'the message is encrypted';
  const is2019 = !isShort && (attributes & IS_2019) !== 0;
  const isSplit = !isShort && (attributes & IS_SPLIT) !== 0;
  const serialAt = is2019 ? 15 : 10;
  const body = payload.subarray(begin, -1);
  return {
    code,
    attributes,
    id: payload.toString('hex', is2019 ? 5 : 4, serialAt),
    version: is2019 ? payload[4] : undefined,
    serial: isShort ? payload.readUInt8(serialAt) : payload.readUInt16BE(serialAt),
    body,
    isWhole: body.length === (attributes & LENGTH),
    part: isSplit
      ? { total: payload.readUInt16BE(begin - 4), index: payload.readUInt16BE(begin - 2) }
      : undefined,
  };
};

const toFrame = (payload: Buffer): Buffer => {
  const whole = Buffer.concat([payload, Buffer.of(sumOf(payload))]);
  const escaped = [...whole].flatMap((byte) =>
    byte === 0x7d ? [0x7d, 1] : byte === MARK ? [0x7d, 2] : [byte],
  );
  return Buffer.from([MARK, ...escaped, MARK]);
};

export const uint16 = (value: number): Buffer => Buffer.of((value >> 8) & 0xff, value & 0xff);

/**
 * A message with a serial of two bytes, in the form of header that its receiver or sender has; of one that goes in
 * several frames, the part that `body` is.
 */
export const writeFrame = (
  { id, version }: WireAddress,
  { code, serial, body, part }: Outgoing,
): Buffer => {
  const is2019 = version !== undefined;
  return toFrame(
    Buffer.concat([
      uint16(code),
      uint16(body.length | (is2019 ? IS_2019 : 0) | (part ? IS_SPLIT : 0)),
      is2019 ? Buffer.of(version) : Buffer.of(),
      Buffer.from(id, 'hex'),
      uint16(serial),
      ...(part ? [uint16(part.total), uint16(part.index)] : []),
      body,
    ]),
  );
};

/** The answer that a JT705A wants. It does not look at the serial of one byte. */
export const writeShortFrame = (id: string, code: number, body: Uint8Array): Buffer =>
  toFrame(
    Buffer.concat([uint16(code), uint16(body.length), Buffer.from(id, 'hex'), Buffer.of(1), body]),
  );

/**
 * A frame with parts of its body made unreadable, for the message log.
 * @param hidden begin and end of each part, counted in the body
 */
export const redactFrame = (
  frame: Uint8Array,
  hidden: readonly (readonly [begin: number, end: number])[],
): Buffer => {
  const payload = unframe(frame);
  const message = readFrame(frame);
  if (typeof message === 'string') return Buffer.from(frame);
  const bodyAt = payload.length - 1 - message.body.length;
  for (const [begin, end] of hidden) payload.fill('*', bodyAt + begin, bodyAt + end);
  return toFrame(payload.subarray(0, -1));
};

const MAX_PARTS = 64;
const MAX_BYTES = 65_536;
const MAX_UNFINISHED = 8;
const ASSEMBLY_TIMEOUT_MS = 120_000;

interface Unfinished {
  readonly parts: (Buffer | undefined)[];
  bytes: number;
  readonly since: number;
}

/**
 * Puts messages together that came in several frames. What it keeps is bounded; what is not finished in two minutes is
 * forgotten, and what was waited for longest goes first.
 */
export const createAssembly = () => {
  const unfinished = new Map<string, Unfinished>();
  const bufferedBytes = (): number =>
    [...unfinished.values()].reduce((sum, { bytes }) => sum + bytes, 0);

  return {
    /** The whole message when the part was the last that lacked; a text for a part that cannot be one. */
    put: (message: Message, now: number): Message | string | undefined => {
      const { part, body, serial, id, code } = message;
      if (part === undefined) return message;
      const { total, index } = part;
      if (index < 1 || index > total) return 'a part that is none of its message';
      if (total > MAX_PARTS) return `a message of more than ${MAX_PARTS} parts`;
      for (const [key, { since }] of unfinished)
        if (now - since > ASSEMBLY_TIMEOUT_MS) unfinished.delete(key);
      const first = (serial - index + 1) & 0xffff;
      const key = `${id} ${code} ${first} ${total}`;
      const entry = unfinished.get(key) ?? {
        parts: new Array<Buffer | undefined>(total).fill(undefined),
        bytes: 0,
        since: now,
      };
      unfinished.set(key, entry);
      const previous = entry.parts[index - 1];
      // A copy: the frame's bytes belong to a buffer that may be much larger.
      entry.parts[index - 1] = Buffer.from(body);
      entry.bytes += body.length - (previous?.length ?? 0);
      const parts = entry.parts.filter((bytes) => bytes !== undefined);
      if (parts.length === total) {
        unfinished.delete(key);
        return { ...message, part: undefined, body: Buffer.concat(parts) };
      }
      for (const [oldest] of unfinished) {
        if (unfinished.size <= MAX_UNFINISHED && bufferedBytes() <= MAX_BYTES) break;
        unfinished.delete(oldest);
      }
      return undefined;
    },
  };
};
