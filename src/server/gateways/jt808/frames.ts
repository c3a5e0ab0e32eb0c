import { type FrameSplit, readUint16 } from '../protocolFamily';

/** Limit of a frame on the wire: header and body of 1,023 bytes, each of them escaped. */
export const MAX_FRAME_BYTES = 4096;

const MARK = 0x7e;
/** Some locks frame with E7 instead of 7E. */
const OTHER_MARK = 0xe7;
const BRACKET = 0x28;
const CLOSING_BRACKET = 0x29;

/**
 * Splits frames between marks, and texts in brackets, off the front. Two adjacent marks end one frame and begin the
 * next. Some senders share one mark: the checksum then shows that a frame begins behind it.
 */
export const splitFrames = (bytes: Uint8Array): FrameSplit => {
  const frames: Uint8Array[] = [];
  let skippedBytes = 0;
  let at = 0;
  while (at < bytes.length) {
    const begins = beginsAt(bytes, at);
    const end = begins ? endOf(bytes, at) : bytes.indexOf(MARK, at);
    const isTooLong = (end < 0 ? bytes.length : end + 1) - at > MAX_FRAME_BYTES;
    // Two adjacent marks: the end of one frame and the beginning of another.
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

export const isText = (frame: Uint8Array): boolean => frame[0] === BRACKET;

/** True if a frame or text begins at the offset. E7 is a common junk byte, so it counts only in front of a header. */
const beginsAt = (bytes: Uint8Array, at: number): boolean => {
  const first = bytes[at];
  if (first === OTHER_MARK) return at + 1 === bytes.length || mayBeHeader(bytes[at + 1]);
  return first === MARK || (first === BRACKET && endOf(bytes, at) !== at);
};

/**
 * Returns the offset of the last byte, -1 if it has not arrived, or `at` for a bracket that begins no text. The scan
 * stops at the next opening bracket, or a run of brackets would cost quadratic time.
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
 * Returns the end of a frame between two marks. Some senders do not escape a mark in the body: length and checksum
 * then show the end, once all bytes have arrived.
 */
const endByLength = (bytes: Uint8Array, at: number, end: number): number => {
  const until = at + wireLength(bytes, at);
  if (until <= end + 1 || until > bytes.length || isSound(bytes.subarray(at, end + 1)))
    return end + 1;
  return isSound(bytes.subarray(at, until)) ? until : end + 1;
};

/** Length of a frame by its header, if no byte is escaped. */
const wireLength = (bytes: Uint8Array, at: number): number => {
  const [code, attributes] = [readUint16(bytes, at + 1), readUint16(bytes, at + 3)];
  return beginOf(code, attributes) + (attributes & LENGTH) + 3;
};

/** True if a message code can begin with the byte. Excludes line feeds and printable junk. */
const mayBeHeader = (byte: number | undefined): boolean => byte !== undefined && byte <= 0x09;

/** XOR of all bytes: 0 for a payload with its checksum. */
const sumOf = (bytes: Uint8Array): number => {
  let sum = 0;
  for (const byte of bytes) sum ^= byte;
  return sum;
};

/** Escape sequences of two bytes, by the mark of the frame. */
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

/** Returns the unescaped bytes between the marks, checksum included. */
export const unframe = (frame: Uint8Array): Buffer => {
  const last = frame.at(-1) ?? MARK;
  return unescaped(frame.subarray(frame[0] === last ? 1 : 0, -1), last);
};

const isSound = (frame: Uint8Array): boolean => {
  const inside = unframe(frame);
  return inside.length >= MIN_PAYLOAD_BYTES && sumOf(inside) === 0;
};

/** Code 2, attributes 2, id 6, serial 1, checksum 1. */
const MIN_PAYLOAD_BYTES = 12;
/** Messages with a serial of one byte, of JT705A and similar locks. */
const SHORT_SERIAL: readonly number[] = [0x5501, 0x5502, 0x4001];

const IS_SPLIT = 1 << 13;
const IS_2019 = 1 << 14;
const ENCRYPTION = 0b111 << 10;
const LENGTH = 0x3ff;

/** Offset of the body after the first mark. */
const beginOf = (code: number, attributes: number): number => {
  if (SHORT_SERIAL.includes(code)) return 11;
  return (attributes & IS_2019 ? 17 : 12) + (attributes & IS_SPLIT ? 4 : 0);
};

/** Header fields of a lock, which messages to it repeat. */
export interface WireAddress {
  /** Hex digits as on the wire, with leading zeros. Some manufacturers use letters. */
  readonly id: string;
  /** Version in the 2019 header; undefined for 2013. */
  readonly version: number | undefined;
}

/** Message in one frame, or a part of a message. */
export interface Packet extends WireAddress {
  readonly code: number;
  readonly attributes: number;
  readonly serial: number;
  readonly body: Buffer;
  /** True if the body has the length in the header. The checksum does not notice an additional or missing zero. */
  readonly isWhole: boolean;
  /** Set if the message has several parts. */
  readonly part: { readonly total: number; readonly index: number } | undefined;
}

type Outgoing = Pick<Packet, 'code' | 'serial'> &
  Partial<Pick<Packet, 'part'>> & { readonly body: Uint8Array };

/** Decodes one frame, or returns why it is invalid. */
export const readFrame = (frame: Uint8Array): Packet | string => {
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

export const uint32 = (value: number): Buffer =>
  Buffer.concat([uint16(value >>> 16), uint16(value)]);

/** Encodes a message with a serial of two bytes. `part` is set if `body` is a part of a message. */
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

/** Encodes the answer to a JT705A, which does not check the serial of one byte. */
export const writeShortFrame = (id: string, code: number, body: Uint8Array): Buffer =>
  toFrame(
    Buffer.concat([uint16(code), uint16(body.length), Buffer.from(id, 'hex'), Buffer.of(1), body]),
  );

/** Masks ranges of the body, for the message log. @param hidden begin and end of each range, as offsets in the body */
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
