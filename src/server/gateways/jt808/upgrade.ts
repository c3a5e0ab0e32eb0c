import type { Chunk } from '../protocolFamily';
import { DOWN, UP } from './codes';
import {
  ascii,
  asciiArgument,
  type CommandEncoder,
  type CommandSteps,
  type FileParts,
  type OutgoingMessage,
  REFUSED_BY_LOCK,
  type StepAnswer,
  type StepProgress,
  type StepResult,
} from './commandSteps';

/** What a terminal says of itself. */
export interface Attributes {
  readonly maker: Buffer;
  readonly hardware: string;
  readonly firmware: string;
}

/** Word of the terminal control: fetch by wireless, table 17 of 2013. */
const FETCH = 1;
/** What is upgraded: the terminal itself, not its card reader or its receiver. */
const TERMINAL = 0;

/** Bytes of a part: a body has 1,023 at the most. */
const PART_BYTES = 1_000;
const MAX_PARTS = 0xffff;

/** Of the fields in front of the SIM card's number: maker, model and id of the terminal, by edition of the standard. */
const LAYOUTS: readonly (readonly [maker: number, model: number, id: number])[] = [
  [5, 20, 7],
  [11, 30, 30],
  [5, 30, 30],
  [5, 8, 7],
];
const ICCID = 10;
/** Of the receiver and of the modem, behind the versions. */
const MODULES = 2;

/** Length in front; undefined where there is none. */
const textAt = (body: Buffer, at: number): string | undefined => {
  const length = body[at];
  if (length === undefined || at + 1 + length > body.length) return undefined;
  return body.toString('latin1', at + 1, at + 1 + length);
};

/**
 * The terminal's attributes, 0x0107, without the serial: their editions differ by lengths, and the right one ends where
 * the message does. Table 20 of 2013; of 2019 as in SmallChi/JT808, JT808_0x0107.
 */
export const decodeAttributes = (body: Buffer): Attributes | undefined => {
  for (const [maker, model, id] of LAYOUTS) {
    const at = 2 + maker + model + id + ICCID;
    const hardware = textAt(body, at);
    if (hardware === undefined) continue;
    const behind = at + 1 + hardware.length;
    const firmware = textAt(body, behind);
    if (firmware === undefined) continue;
    if (behind + 1 + firmware.length + MODULES !== body.length) continue;
    const plain = (text: string) => text.replaceAll('\0', '').trim();
    return {
      maker: Buffer.from(body.subarray(2, 2 + maker)),
      hardware: plain(hardware),
      firmware: plain(firmware),
    };
  }
  return undefined;
};

/** Makers write a V in front, or not. */
const isSameVersion = (one: string, other: string): boolean =>
  one.toLowerCase().replace(/^v/, '') === other.toLowerCase().replace(/^v/, '');

/** What a part was answered with: 0 is taken. */
const resultOf = ({ message, body }: StepAnswer, to: number): number | undefined =>
  message === UP.generalAnswer && body.length >= 3 && body.readUInt16BE(0) === to
    ? body[2]
    : undefined;

/** How 0x0108 says that an upgrade ended, by its second byte. */
const ENDINGS: Readonly<Record<number, StepResult>> = {
  0: { code: 0 },
  1: { code: 1, message: 'The upgrade failed' },
  2: { code: 1, message: 'The upgrade was cancelled at the lock' },
};

/** How the upgrade ended, 0x0108: it is sent when the lock has started anew, on another connection. */
export const decodeUpgradeResult = (body: Buffer): StepResult | undefined =>
  body[0] === TERMINAL ? ENDINGS[body[1] ?? -1] : undefined;

/** The numbers of the parts that a terminal lacks, 0x0005: the list has a count of one byte in some, of two in others. */
export const decodeMissingParts = (body: Buffer): readonly number[] => {
  const begin = body.length % 2 === 0 ? 4 : 3;
  const numbers: number[] = [];
  for (let at = begin; at + 2 <= body.length; at += 2) numbers.push(body.readUInt16BE(at));
  return numbers;
};

/**
 * `URL; dial point; its user; its password; address; TCP port; UDP port; maker; hardware version; firmware version; time
 * limit`: what has no value is empty. The address tells host and port itself: of ports some write digits and some two
 * bytes. Table 17 of 2013.
 */
const fetchMessage = (
  url: string,
  version: string,
  { maker, hardware }: Attributes,
): OutgoingMessage => ({
  message: DOWN.control,
  body: Buffer.concat([
    Buffer.of(FETCH),
    ascii(`${url};;;;;;;`),
    Buffer.from(maker.filter((byte) => byte !== 0 && byte !== SEMICOLON)),
    ascii(`;${hardware.replaceAll(';', '')};${version};`),
  ]),
});
const SEMICOLON = 0x3b;

/**
 * The file as the parts of one message, 0x8108: kind, maker, version, length and the file. Table 22 of 2013: a maker of 5
 * bytes, of 11 since 2019.
 */
const filePackage = (
  version: string,
  size: number,
  maker: Buffer,
): FileParts & { readonly answered: () => StepProgress } => {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(size);
  const head = Buffer.concat([
    Buffer.of(TERMINAL),
    maker,
    Buffer.of(version.length),
    ascii(version),
    length,
  ]);
  const total = Math.ceil((head.length + size) / PART_BYTES);
  const beginOf = (index: number): number => Math.max(0, (index - 1) * PART_BYTES - head.length);
  const endOf = (index: number): number => Math.min(size, index * PART_BYTES - head.length);
  let next = 1;
  let missing: number[] = [];
  const request = (index: number): StepProgress => {
    const offset = beginOf(index);
    return { progress: { offset, want: endOf(index) - offset } };
  };
  const answered = (): StepProgress => {
    const lacking = missing.shift();
    if (lacking !== undefined) return request(lacking);
    return next > total ? { progress: { offset: size } } : request(next++);
  };
  return {
    message: DOWN.upgradePackage,
    answered,
    toPart: ({ offset, data }: Chunk) => {
      const index = offset === 0 ? 1 : Math.floor((offset + head.length) / PART_BYTES) + 1;
      const body = index === 1 ? Buffer.concat([head, data]) : Buffer.from(data);
      return { index, total, body };
    },
    requestNext: (indexes) => {
      missing = [...missing, ...indexes.filter((index) => index >= 1 && index <= total)];
      return answered();
    },
  };
};

/**
 * An upgrade: what the lock is and runs is asked first. It is told to fetch the file where there is an address; where it
 * cannot, or there is none, the file is sent in parts. It ends with 0x0108, or when the lock comes back with the version.
 */
export const encodeUpgrade: CommandEncoder = (
  { version, url, size },
  edition,
): CommandSteps | string => {
  const name = asciiArgument(version, 64);
  if (name === undefined || /;/.test(name)) return 'The version is none that this lock can be told';
  if (typeof size !== 'number' || size <= 0) return 'There is no file of that version';
  if (size > (MAX_PARTS - 1) * PART_BYTES) return `The file has more than ${MAX_PARTS} parts`;
  const address = asciiArgument(url, 200);
  const unknown: Attributes = {
    maker: Buffer.alloc(edition === undefined ? 5 : 11),
    hardware: '',
    firmware: '',
  };
  let parts: ReturnType<typeof filePackage> | undefined;
  const send = ({ maker }: Attributes): StepProgress => {
    parts = filePackage(name, size, Buffer.concat([maker, unknown.maker], unknown.maker.length));
    return parts.answered();
  };
  let attributes = unknown;
  const begin = (): OutgoingMessage | StepProgress =>
    address === undefined || address.includes(';')
      ? send(attributes)
      : fetchMessage(address, name, attributes);
  return {
    request: { message: DOWN.queryAttributes, body: Buffer.alloc(0) },
    get parts() {
      return parts;
    },
    receive: (answer) => {
      if (answer.message === UP.attributes) {
        attributes = decodeAttributes(answer.body) ?? unknown;
        return isSameVersion(attributes.firmware, name) ? { code: 0 } : begin();
      }
      // A terminal of 2011 does not know the question.
      const attributesResult = resultOf(answer, DOWN.queryAttributes);
      if (attributesResult !== undefined) return attributesResult === 0 ? 'waits' : begin();
      const fetchResult = resultOf(answer, DOWN.control);
      if (fetchResult !== undefined)
        return fetchResult === 0 ? { progress: { percent: 0 } } : send(attributes);
      const partResult = resultOf(answer, DOWN.upgradePackage);
      if (partResult === undefined || parts === undefined) return 'waits';
      return partResult === 0 ? parts.answered() : REFUSED_BY_LOCK;
    },
  };
};
