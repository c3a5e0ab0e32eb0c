import { createHash } from 'node:crypto';
import { PROTOCOL } from '../../../domain/family';
import type {
  CommandResult,
  DecodedFrame,
  ProtocolFamily,
  ProtocolSession,
} from '../protocolFamily';
import { type CommandSteps, formatText, jointechCommands } from './commands';
import { MAX_FRAME_BYTES, splitFrames } from './frames';
import { decodeRecords, JT701D_VERSION } from './records';
import {
  decodeEvent,
  decodePosition,
  decodeRelay,
  parseText,
  type TextEvent,
  type TextFrame,
} from './textFrames';

/**
 * Jointech's JT701 and JT701D, and where its JT600 were: `$` records and `(` texts on one connection, without a login
 * and without a checksum. Sources: Jointech JT701D manual V1.4, its Java SDKs, Traccar's Jt600 decoder and its tests.
 */
export const jointech: ProtocolFamily = {
  name: 'jointech',
  maxFrameBytes: MAX_FRAME_BYTES,
  splitFrames: splitFrames,
  replyKey: ({ cmd }) => jointechCommands[cmd]?.key,
  openSession: () => createTalk(),
};

/** A command that goes on with the lock's next answer. */
interface Open {
  readonly key: string;
  readonly dialogue: CommandSteps;
  awaits: readonly string[];
  /** When it last said something, ms since 1970. */
  since: number;
  /** It takes minutes. */
  isLong: boolean;
}

/** What one lock said before. */
interface Memory {
  version: number | undefined;
  open: Open[];
  /** The last relayed record, and how often it came. */
  relay: { digest: string; times: number };
  frameSerial: number;
}

/** ms; the second of what takes minutes. */
const FORGOTTEN = 30_000;
const FORGOTTEN_LONG = 600_000;
/** Locks of one connection that are remembered; a stranger may say any id. */
const REMEMBERED = 256;

const bytesOf = (text: string): Uint8Array => Buffer.from(text, 'latin1');

const createTalk = (): ProtocolSession => {
  const locks = new Map<string, Memory>();
  const memoryOf = (id: string): Memory => {
    const known = locks.get(id);
    if (known) return known;
    const memory: Memory = {
      version: undefined,
      open: [],
      relay: { digest: '', times: 0 },
      frameSerial: 0,
    };
    const [oldest] = locks.keys();
    if (locks.size >= REMEMBERED && oldest !== undefined) locks.delete(oldest);
    locks.set(id, memory);
    return memory;
  };

  return {
    decode: (frame, now) => {
      if (frame[0] === DOLLAR) {
        const { id } = decodeRecords(frame);
        return hearRecords(frame, memoryOf(id));
      }
      const text = parseText(frame);
      if (!text) return { ...nothing, rejected: 'neither id nor word' };
      return hearText(text, frame, memoryOf(text.id), now);
    },
    encode: (command, now, lock) => {
      const declared = jointechCommands[command.cmd];
      if (!declared) return { unsupported: true };
      const refused = declared.why?.(command.args);
      if (refused !== undefined) return { refused };
      const memory = memoryOf(lock.id);
      const numbered = (...words: readonly (string | number)[]) => {
        memory.frameSerial = (memory.frameSerial % 999) + 1;
        return formatText(lock.id, 1, String(memory.frameSerial).padStart(3, '0'), ...words);
      };
      const { args, isStarted = false } = command;
      const dialogue = declared.begin({ args, lock, isStarted, numbered });
      const first = dialogue.next();
      const { key } = declared;
      if (first.done) return { refused: 'Nothing to be done' };
      const { text, words } = first.value;
      memory.open = [
        ...memory.open.filter((open) => open.key !== key),
        { key, dialogue, awaits: words, since: now, isLong: false },
      ];
      const kept = withoutSecrets(text);
      return {
        bytes: bytesOf(text),
        key,
        content: { kind: 'command', text: kept },
        ...(kept !== text && { maskedFrame: bytesOf(kept) }),
      };
    },
  };
};

const DOLLAR = 0x24;
const nothing: Pick<DecodedFrame, 'reports' | 'results' | 'protocol'> = {
  reports: [],
  results: [],
  protocol: PROTOCOL.jointech,
};

const bySerial = (serial: number): Uint8Array => bytesOf(formatText('P69', 0, serial));

const hearRecords = (frame: Uint8Array, memory: Memory): DecodedFrame => {
  const { id, version, serial, reports, content, wantsAnswer, rejected } = decodeRecords(frame);
  memory.version = version;
  const isNew = version >= JT701D_VERSION;
  const asked = wantsAnswer ? bytesOf(formatText('P35')) : undefined;
  return {
    ...nothing,
    id,
    content,
    rejected,
    reports,
    acknowledgement: isNew ? bySerial(serial) : asked,
  };
};

const hearText = (
  text: TextFrame,
  frame: Uint8Array,
  memory: Memory,
  now: number,
): DecodedFrame => {
  const { id, word, args } = text;
  const common = { ...nothing, id };
  const heardOf = ({ reports, content, rejected }: TextEvent): DecodedFrame => ({
    ...common,
    reports,
    content,
    rejected,
  });
  if (word === '@JT') return { ...common, content: { kind: 'heartbeat' } };
  if (word === 'P22') return hearClock(text, now);
  if (word === 'P45') {
    const event = decodeEvent(text);
    const isOld = memory.version !== undefined && memory.version < JT701D_VERSION;
    const acknowledgement = isOld ? bytesOf(formatText('P46')) : bySerial(event.serial ?? 0);
    return { ...heardOf(event), acknowledgement };
  }
  if (word === 'P52' && args[0] === '2') {
    // The present one-time password: told every minute until it is repeated.
    const maskedFrame = bytesOf(withoutSecrets(Buffer.from(frame).toString('latin1')));
    const acknowledgement = bytesOf(formatText('P52', 2, args[1] ?? ''));
    return { ...common, content: { kind: 'oneTimePassword' }, maskedFrame, acknowledgement };
  }
  const relay = word === 'WLNET' ? decodeRelay(text) : undefined;
  if (relay) return { ...heardOf(relay), acknowledgement: acknowledgeRelay(relay, text, memory) };
  const position = decodePosition(text);
  if (position) {
    const { answer } = position;
    return { ...heardOf(position), ...(answer && { acknowledgement: bytesOf(answer) }) };
  }
  return hearReply(text, frame, memory, now);
};

const twoDigits = (...parts: readonly number[]): string =>
  parts.map((part) => String(part % 100).padStart(2, '0')).join('');

/** The lock asks for the time, UTC; it says afterwards whether it took it. */
const hearClock = ({ id, args }: TextFrame, now: number): DecodedFrame => {
  const common = { ...nothing, id };
  if (args[0] !== '2') return { ...common, content: { kind: 'clock', isSet: args[0] === '1' } };
  const at = new Date(now);
  const date = [at.getUTCDate(), at.getUTCMonth() + 1, at.getUTCFullYear()];
  const time = [at.getUTCHours(), at.getUTCMinutes(), at.getUTCSeconds()];
  const reply = bytesOf(formatText('P22', twoDigits(...date, ...time)));
  return { ...common, content: { kind: 'asksTime' }, reply };
};

/** By the sensor's serial number, as the manual has it; where that does not help, by the frame's, as others do. */
const acknowledgeRelay = (
  { serial = 0 }: TextEvent,
  text: TextFrame,
  memory: Memory,
): Uint8Array => {
  const digest = createHash('sha1').update(text.payload).digest('base64');
  const times = memory.relay.digest === digest ? memory.relay.times + 1 : 0;
  memory.relay = { digest, times };
  return bySerial(times % 2 === 0 ? serial : Number(text.frameSerial ?? serial));
};

const isPassword = (text: string | undefined): text is string =>
  text !== undefined && text.length >= 4;

/** An answer to a command, or words that nobody waits for. */
const hearReply = (
  { id, word, args }: TextFrame,
  frame: Uint8Array,
  memory: Memory,
  now: number,
): DecodedFrame => {
  const raw = Buffer.from(frame).toString('latin1');
  const masked = withoutSecrets(raw);
  const common: DecodedFrame = {
    ...nothing,
    id,
    content: { kind: 'reply', text: masked },
    ...(masked !== raw && { maskedFrame: bytesOf(masked) }),
  };
  if (word === 'P44' && isPassword(args[0])) {
    // Read back after a change, for the lock may have kept less of it than it was told.
    return { ...common, results: [{ key: READ_BACK, code: 0, password: args[0] }] };
  }
  memory.open = memory.open.filter(
    ({ since, isLong }) => now - since <= (isLong ? FORGOTTEN_LONG : FORGOTTEN),
  );
  const open = memory.open.find(({ awaits }) => awaits.includes(word));
  if (!open) return common;
  const next = open.dialogue.next({ word, args });
  if (next.done) {
    memory.open = memory.open.filter((each) => each !== open);
    const outcome: CommandResult = { ...next.value, key: open.key };
    const reply = outcome.password === undefined ? undefined : bytesOf(formatText('P44', 1));
    return { ...common, results: [outcome], ...(reply && { reply }) };
  }
  open.awaits = next.value.words;
  open.since = now;
  const { text, progress } = next.value;
  if (progress) open.isLong = true;
  return {
    ...common,
    ...(text !== '' && { reply: bytesOf(text) }),
    ...(progress && { progress: { key: open.key, ...progress } }),
  };
};

/** No command has it: what it carries is not the answer to one. */
const READ_BACK = 'read back';

/**
 * Words of which everything after them is a secret: passwords, a plate, a SIM card's number, a file server's login. An
 * answer of one sign is none.
 */
const SECRET = /(\((?:P43|(?:\d+,(?:\d+,\d+,)?)?(?:P44|P52|P65|P68|OTA))),[^)]{2,}\)/g;
/** The access point's password. */
const APN = /(\((?:\d+,P06,|P06,1,)(?:[^,()]*,){4})[^,()]+/g;

const withoutSecrets = (text: string): string =>
  text.replace(SECRET, '$1,***)').replace(APN, '$1***');
