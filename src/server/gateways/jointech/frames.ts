import { type FrameSplit, readUint16 } from '../protocolFamily';

const DOLLAR = 0x24;
const OPEN = 0x28;
const CLOSE = 0x29;

/** Limit of a text frame, bytes. A binary frame has at most 2,058. */
export const MAX_FRAME_BYTES = 4096;

const LONG_FORM_LENGTHS: readonly number[] = [0x23, 0x27, 0x34];
/** Bytes of a record in the short form. */
export const RECORD_BYTES = 27;
const MAX_PAYLOAD = 2048;
/** Bytes in front of the payload of a long frame. The serial is part of the payload. */
const HEAD = 10;

/**
 * Splits the frames of JT701 and JT600 off a stream: `$` with a length, `(` up to the next `)`, in any order. There
 * is no checksum: bytes that cannot begin a frame are skipped one by one. Never throws.
 */
export const splitFrames = (bytes: Uint8Array): FrameSplit => {
  const frames: Uint8Array[] = [];
  let at = 0;
  let skippedBytes = 0;
  while (at < bytes.length) {
    const length = lengthAt(bytes, at);
    if (length === 'unfinished') break;
    if (length === undefined) {
      at += 1;
      skippedBytes += 1;
      continue;
    }
    frames.push(bytes.subarray(at, at + length));
    at += length;
  }
  return { frames, rest: bytes.subarray(at), skippedBytes };
};

/** Returns the length of the frame at an offset; undefined if none begins there. */
const lengthAt = (bytes: Uint8Array, at: number): number | 'unfinished' | undefined => {
  const first = bytes[at];
  if (first === DOLLAR) return binaryLength(bytes.subarray(at));
  return first === OPEN ? textLength(bytes, at) : undefined;
};

const binaryLength = (bytes: Uint8Array): number | 'unfinished' | undefined => {
  if (!bytes.subarray(1, 6).every(isDecimal)) return undefined;
  if (bytes.length < HEAD) return 'unfinished';
  const payload = isLongForm(bytes) ? readUint16(bytes, 8) : readUint16(bytes, 7);
  const isKnown = isLongForm(bytes)
    ? LONG_FORM_LENGTHS.includes(payload)
    : payload > 0 && payload % RECORD_BYTES === 0 && payload <= MAX_PAYLOAD;
  if (!isKnown) return undefined;
  return bytes.length < payload + HEAD ? 'unfinished' : payload + HEAD;
};

/**
 * Returns the length of a text. Brackets in its payload are escaped, so another opening bracket shows that the first
 * began no text. Some firmware escapes nothing in relayed records, whose date begins with a bracket on the 28th and
 * 29th of a month: brackets in their fixed part are data.
 */
const textLength = (bytes: Uint8Array, at: number): number | 'unfinished' | undefined => {
  const end = Math.min(bytes.length, at + MAX_FRAME_BYTES);
  const fixed = endOfRelay(bytes.subarray(at, at + MAX_FRAME_BYTES));
  for (let i = at + 1; i < end; i++) {
    const isFixed = fixed !== undefined && i - at < fixed;
    if (bytes[i] === CLOSE && !isFixed) return i + 1 - at;
    if (bytes[i] === OPEN && !(isFixed && !beginsText(bytes.subarray(i)))) return undefined;
  }
  return end === bytes.length ? 'unfinished' : undefined;
};

const RELAY = /^\(\d{10,12},\d{1,3},\d{1,3},WLNET,5,\d+,/;
const HEAD_OF_TEXT = /^\(\d{10,12},/;
/**
 * Bytes of a relayed record up to its type: position, then time, id and state of the sensor. The data of the type
 * follow.
 */
const RELAYED = 34;
const TYPE_AT = 33;
const DATA_OF_TYPE: Readonly<Record<number, number>> = { 1: 6, 4: 7 };

const beginsText = (bytes: Uint8Array): boolean =>
  HEAD_OF_TEXT.test(Buffer.from(bytes.subarray(0, 14)).toString('latin1'));

/** Returns the end of the fixed part of a relayed record, escapes included; undefined for other texts. */
const endOfRelay = (bytes: Uint8Array): number | undefined => {
  const head = RELAY.exec(Buffer.from(bytes.subarray(0, 40)).toString('latin1'))?.[0].length;
  if (head === undefined) return undefined;
  let at = head;
  let length = RELAYED;
  for (let i = 0; i < length && at < bytes.length; i++) {
    const isEscape = bytes[at] === ESCAPE && ESCAPED[bytes[at + 1] ?? -1] !== undefined;
    if (i === TYPE_AT) length += DATA_OF_TYPE[bytes[at] ?? 0] ?? 0;
    at += isEscape ? 2 : 1;
  }
  return at;
};

/** True for a `$` record, false for a text. */
export const isBinary = (frame: Uint8Array): boolean => frame[0] === DOLLAR;

/** True for the long form, false for the short form of JT600. */
export const isLongForm = (frame: Uint8Array): boolean => frame[8] === 0;

/** Reads a big-endian uint32. */
export const uint32At = (bytes: Uint8Array, at: number): number =>
  readUint16(bytes, at) * 0x10000 + readUint16(bytes, at + 2);

const isDecimal = (byte: number): boolean => byte >> 4 <= 9 && (byte & 15) <= 9;

/** Formats bytes as hexadecimal digits. Those of a BCD field are its decimals. */
export const hexDigits = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex');

/** Formats a time for the message log. */
export const isoOf = (time: number | undefined): string | undefined =>
  time === undefined ? undefined : new Date(time).toISOString();

/** Decodes binary data in a text. Bytes that are syntax of texts are sent as 3D and a second byte. */
export const unescapeBytes = (bytes: Uint8Array): Uint8Array => {
  const plain: number[] = [];
  for (let i = 0; i < bytes.length; i++) {
    const byte = bytes[i] ?? 0;
    const unescaped = byte === ESCAPE ? ESCAPED[bytes[i + 1] ?? -1] : undefined;
    plain.push(unescaped ?? byte);
    if (unescaped !== undefined) i += 1;
  }
  return Uint8Array.from(plain);
};

const ESCAPE = 0x3d;
const ESCAPED: Readonly<Record<number, number>> = { 21: 0x28, 20: 0x29, 17: 0x2c, 0: 0x3d };
