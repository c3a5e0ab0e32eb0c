import { answerWords } from '../../../domain/fault';
import type { StepProgress, StepResult } from '../InFlightCommands';
import type { Chunk } from '../protocolFamily';
import { DOWN, UP } from './codes';
import {
  ascii,
  asciiArgument,
  ask,
  type CommandEncoder,
  type MessageSteps,
  type OutgoingMessage,
  REFUSED_BY_LOCK,
  type StepAnswer,
  SUCCESS,
} from './commandSteps';
import { uint32 } from './frames';

export interface Attributes {
  readonly manufacturer: Buffer;
  readonly hardware: string;
  readonly firmware: string;
}

/** Attributes of a terminal that does not tell them. */
const UNKNOWN: Attributes = { manufacturer: Buffer.alloc(5), hardware: '', firmware: '' };

/** Terminal control command: download the firmware. JT/T 808-2013 table 17. */
const FETCH = 1;
/** Upgrade type: the terminal itself, not its card reader or satellite receiver. */
const TERMINAL = 0;

/** Body of a part. The limit is 1,023 bytes. */
const PART_BYTES = 1_000;
const MAX_PARTS = 0xffff;
/** Time to wait for the answer to a part. To a lock that has answered none, parts go out at the shorter interval. */
const PART_TIMEOUT_MS = { answered: 5_000, unanswered: 200 };

/**
 * Lengths of the fields in front of the ICCID: manufacturer, model and id of the terminal. The editions of 2013 and
 * 2019, SmallChi/JT808's reading of 2019, and terminals with the model of 2011.
 */
const LAYOUTS: readonly (readonly [manufacturer: number, model: number, id: number])[] = [
  [5, 20, 7],
  [5, 30, 30],
  [11, 30, 30],
  [5, 8, 7],
];
const ICCID = 10;
/** Bytes after the versions: attributes of the satellite receiver and of the modem. */
const MODULES = 2;

/** Reads a text with a length in front; undefined if it is cut off. */
const textAt = (body: Buffer, at: number): string | undefined => {
  const length = body[at];
  if (length === undefined || at + 1 + length > body.length) return undefined;
  return body.toString('latin1', at + 1, at + 1 + length);
};

/**
 * Decodes attributes. Editions differ in the lengths of fields: the right layout ends where the message ends.
 * JT/T 808-2013 table 20, 2019 table 21.
 */
export const decodeAttributes = (body: Buffer): Attributes | undefined => {
  for (const [manufacturer, model, id] of LAYOUTS) {
    const at = 2 + manufacturer + model + id + ICCID;
    const hardware = textAt(body, at);
    if (hardware === undefined) continue;
    const behind = at + 1 + hardware.length;
    const firmware = textAt(body, behind);
    if (firmware === undefined) continue;
    if (behind + 1 + firmware.length + MODULES !== body.length) continue;
    const plain = (text: string) => text.replaceAll('\0', '').trim();
    return {
      manufacturer: Buffer.from(body.subarray(2, 2 + manufacturer)),
      hardware: plain(hardware),
      firmware: plain(firmware),
    };
  }
  return undefined;
};

/** Ignores case and a V in front. */
const isSameVersion = (one: string, other: string): boolean =>
  one.toLowerCase().replace(/^v/, '') === other.toLowerCase().replace(/^v/, '');

/** Returns the result in the general answer to a message, 0 on success; undefined for any other answer. */
const resultOf = ({ message, body }: StepAnswer, to: number): number | undefined =>
  message === UP.generalAnswer && body.length >= 3 && body.readUInt16BE(0) === to
    ? body[2]
    : undefined;

/** Results in 0x0108, by its second byte. */
const ENDINGS: Readonly<Record<number, StepResult>> = {
  0: { code: 0 },
  1: { code: 1, message: answerWords.upgradeFailed[0] },
  2: { code: 1, message: answerWords.upgradeCancelled[0] },
};

/** Decodes 0x0108. The lock sends it after its restart, on another connection. */
export const decodeUpgradeResult = (body: Buffer): StepResult | undefined =>
  body[0] === TERMINAL ? ENDINGS[body[1] ?? -1] : undefined;

/** Decodes the indexes of missing parts, 0x0005. The count in front has one byte in some terminals, two in others. */
export const decodeMissingParts = (body: Buffer): readonly number[] => {
  const begin = body.length % 2 === 0 ? 4 : 3;
  const numbers: number[] = [];
  for (let at = begin; at + 2 <= body.length; at += 2) numbers.push(body.readUInt16BE(at));
  return numbers;
};

/**
 * Encodes `URL; APN; user; password; address; TCP port; UDP port; manufacturer; hardware version; firmware version;
 * time limit`, JT/T 808-2013 table 17. Unused values are empty. The ports are left to the URL: some terminals expect
 * digits and some two bytes.
 */
const fetchMessage = (
  url: string,
  version: string,
  { manufacturer, hardware }: Attributes,
): OutgoingMessage => ({
  message: DOWN.control,
  body: Buffer.concat([
    Buffer.of(FETCH),
    ascii(`${url};;;;;;;`),
    Buffer.from(manufacturer.filter((byte) => byte !== 0 && byte !== SEMICOLON)),
    ascii(`;${hardware.replaceAll(';', '')};${version};`),
  ]),
});
const SEMICOLON = 0x3b;

/**
 * Sends the file as one message in parts, 0x8108: type, manufacturer, version, length, file. JT/T 808-2013 table 21.
 * The manufacturer is as long as the terminal's own attributes have it. Each answer, and each that does not come in
 * time, requests the next chunk; parts that the lock misses come first.
 */
function* sendFile(version: string, size: number, manufacturer: Buffer): MessageSteps {
  const head = Buffer.concat([
    Buffer.of(TERMINAL),
    manufacturer,
    Buffer.of(version.length),
    ascii(version),
    uint32(size),
  ]);
  const total = Math.ceil((head.length + size) / PART_BYTES);
  let next = 1;
  const missing: number[] = [];
  let isAnswered = true;
  let hasAnswers = false;
  const request = (): StepProgress => {
    const index = missing.shift() ?? next++;
    if (index > total) return { progress: { offset: size } };
    const offset = Math.max(0, (index - 1) * PART_BYTES - head.length);
    const end = Math.min(size, index * PART_BYTES - head.length);
    return { progress: { offset, want: end - offset } };
  };
  const partOf = ({ offset, data }: Chunk): OutgoingMessage => {
    const index = offset === 0 ? 1 : Math.floor((offset + head.length) / PART_BYTES) + 1;
    const body = index === 1 ? Buffer.concat([head, data]) : Buffer.from(data);
    const wait = index === 1 || hasAnswers ? 'answered' : 'unanswered';
    const part = { index, total, replyTimeoutMs: PART_TIMEOUT_MS[wait] };
    return { message: DOWN.upgradePackage, body, part };
  };
  let step: OutgoingMessage | StepProgress | undefined = request();
  for (;;) {
    const answer: StepAnswer = yield step;
    const result = resultOf(answer, DOWN.upgradePackage);
    step = undefined;
    if (answer.chunk) {
      isAnswered = false;
      step = partOf(answer.chunk);
    } else if (answer.message === UP.missingParts) {
      missing.push(...decodeMissingParts(answer.body).filter((each) => each >= 1 && each <= total));
      step = request();
    } else if (result !== undefined) {
      if (result !== 0) return REFUSED_BY_LOCK;
      isAnswered = true;
      hasAnswers = true;
      step = request();
    } else if (answer.message === undefined && !isAnswered) step = request();
  }
}

/**
 * Asks for the attributes first: a lock that runs the version is done. Then the lock is told to download the file
 * from the address. If it cannot, or there is no address, the file is sent in parts. 0x0108 ends the command.
 */
function* upgrade(version: string, size: number, address: string | undefined): MessageSteps {
  const query = { message: DOWN.queryAttributes, body: Buffer.alloc(0) };
  const attributes = yield* ask(query, (answer) => {
    if (answer.message === UP.attributes) return decodeAttributes(answer.body) ?? UNKNOWN;
    // A terminal of 2011 does not know this query.
    return resultOf(answer, DOWN.queryAttributes) ? UNKNOWN : undefined;
  });
  if (isSameVersion(attributes.firmware, version)) return SUCCESS;
  if (address !== undefined && !address.includes(';')) {
    const read = (answer: StepAnswer) => resultOf(answer, DOWN.control);
    let result = yield* ask(fetchMessage(address, version, attributes), read);
    while (result === 0) result = yield* ask({ progress: { percent: 0 } }, read);
  }
  return yield* sendFile(version, size, attributes.manufacturer);
}

export const encodeUpgrade: CommandEncoder = ({ version, url, size }) => {
  const name = asciiArgument(version, 64);
  if (name === undefined || /;/.test(name)) return 'The version is none that this lock can be told';
  if (typeof size !== 'number' || size <= 0) return 'There is no file of that version';
  if (size > (MAX_PARTS - 1) * PART_BYTES) return `The file has more than ${MAX_PARTS} parts`;
  return upgrade(name, size, asciiArgument(url, 200));
};
