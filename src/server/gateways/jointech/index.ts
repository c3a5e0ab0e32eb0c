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
  splitFrames,
  replyKey: ({ cmd }) => jointechCommands[cmd]?.key,
  openSession: () => createSession(),
};

/** A command that goes on with the lock's next answer. */
interface CommandInFlight {
  readonly key: string;
  readonly steps: CommandSteps;
  awaitedWords: readonly string[];
  /** When it last said something, ms since 1970. */
  lastActivityAt: number;
  /** It takes minutes. */
  isLong: boolean;
}

/** What one lock said before. */
interface LockState {
  version: number | undefined;
  entry: CommandInFlight[];
  /** The last relayed record, and how often it came. */
  relay: { digest: string; times: number };
  frameSerial: number;
}

/** ms; the second of what takes minutes. */
const REPLY_TIMEOUT_MS = 30_000;
const LONG_COMMAND_TIMEOUT_MS = 600_000;
/** Locks of one connection that are remembered; a stranger may say any id. */
const MAX_LOCKS = 256;

const bytesOf = (text: string): Uint8Array => Buffer.from(text, 'latin1');

const createSession = (): ProtocolSession => {
  const locks = new Map<string, LockState>();
  const stateOf = (id: string): LockState => {
    const existing = locks.get(id);
    if (existing) return existing;
    const state: LockState = {
      version: undefined,
      entry: [],
      relay: { digest: '', times: 0 },
      frameSerial: 0,
    };
    const [oldest] = locks.keys();
    if (locks.size >= MAX_LOCKS && oldest !== undefined) locks.delete(oldest);
    locks.set(id, state);
    return state;
  };

  return {
    decode: (frame, now) => {
      if (frame[0] === DOLLAR) {
        const { id } = decodeRecords(frame);
        return decodeBinary(frame, stateOf(id));
      }
      const text = parseText(frame);
      if (!text) return { ...EMPTY_FRAME, rejected: 'neither id nor word' };
      return decodeText(text, frame, stateOf(text.id), now);
    },
    encode: (command, now, lock) => {
      const definition = jointechCommands[command.cmd];
      if (!definition) return { unsupported: true };
      const refused = definition.argumentsError?.(command.args);
      if (refused !== undefined) return { refused };
      const state = stateOf(lock.id);
      const numbered = (...words: readonly (string | number)[]) => {
        state.frameSerial = (state.frameSerial % 999) + 1;
        return formatText(lock.id, 1, String(state.frameSerial).padStart(3, '0'), ...words);
      };
      const { args, isStarted = false } = command;
      const steps = definition.begin({ args, lock, isStarted, numbered });
      const first = steps.next();
      const { key } = definition;
      if (first.done) return { refused: 'Nothing to be done' };
      const { text, words } = first.value;
      state.entry = [
        ...state.entry.filter((entry) => entry.key !== key),
        { key, steps, awaitedWords: words, lastActivityAt: now, isLong: false },
      ];
      const masked = maskSecrets(text);
      return {
        bytes: bytesOf(text),
        key,
        content: { kind: 'command', text: masked },
        ...(masked !== text && { maskedFrame: bytesOf(masked) }),
      };
    },
  };
};

const DOLLAR = 0x24;
const EMPTY_FRAME: Pick<DecodedFrame, 'reports' | 'results' | 'protocol'> = {
  reports: [],
  results: [],
  protocol: PROTOCOL.jointech,
};

const ackBySerial = (serial: number): Uint8Array => bytesOf(formatText('P69', 0, serial));

const decodeBinary = (frame: Uint8Array, state: LockState): DecodedFrame => {
  const { id, version, serial, reports, content, wantsAnswer, rejected } = decodeRecords(frame);
  state.version = version;
  const isNew = version >= JT701D_VERSION;
  const genericAck = wantsAnswer ? bytesOf(formatText('P35')) : undefined;
  return {
    ...EMPTY_FRAME,
    id,
    content,
    rejected,
    reports,
    acknowledgement: isNew ? ackBySerial(serial) : genericAck,
  };
};

const decodeText = (
  text: TextFrame,
  frame: Uint8Array,
  state: LockState,
  now: number,
): DecodedFrame => {
  const { id, word, args } = text;
  const common = { ...EMPTY_FRAME, id };
  const frameOf = ({ reports, content, rejected }: TextEvent): DecodedFrame => ({
    ...common,
    reports,
    content,
    rejected,
  });
  if (word === '@JT') return { ...common, content: { kind: 'heartbeat' } };
  if (word === 'P22') return decodeClock(text, now);
  if (word === 'P45') {
    const event = decodeEvent(text);
    const isOld = state.version !== undefined && state.version < JT701D_VERSION;
    const acknowledgement = isOld ? bytesOf(formatText('P46')) : ackBySerial(event.serial ?? 0);
    return { ...frameOf(event), acknowledgement };
  }
  if (word === 'P52' && args[0] === '2') {
    // The present one-time password: told every minute until it is repeated.
    const maskedFrame = bytesOf(maskSecrets(Buffer.from(frame).toString('latin1')));
    const acknowledgement = bytesOf(formatText('P52', 2, args[1] ?? ''));
    return { ...common, content: { kind: 'oneTimePassword' }, maskedFrame, acknowledgement };
  }
  const relay = word === 'WLNET' ? decodeRelay(text) : undefined;
  if (relay) return { ...frameOf(relay), acknowledgement: relayAck(relay, text, state) };
  const position = decodePosition(text);
  if (position) {
    const { answer } = position;
    return { ...frameOf(position), ...(answer && { acknowledgement: bytesOf(answer) }) };
  }
  return decodeReply(text, frame, state, now);
};

const twoDigits = (...parts: readonly number[]): string =>
  parts.map((part) => String(part % 100).padStart(2, '0')).join('');

/** The lock asks for the time, UTC; it says afterwards whether it took it. */
const decodeClock = ({ id, args }: TextFrame, now: number): DecodedFrame => {
  const common = { ...EMPTY_FRAME, id };
  if (args[0] !== '2') return { ...common, content: { kind: 'clock', isSet: args[0] === '1' } };
  const at = new Date(now);
  const date = [at.getUTCDate(), at.getUTCMonth() + 1, at.getUTCFullYear()];
  const time = [at.getUTCHours(), at.getUTCMinutes(), at.getUTCSeconds()];
  const reply = bytesOf(formatText('P22', twoDigits(...date, ...time)));
  return { ...common, content: { kind: 'asksTime' }, reply };
};

/** By the sensor's serial number, as the manual has it; where that does not help, by the frame's, as others do. */
const relayAck = ({ serial = 0 }: TextEvent, text: TextFrame, state: LockState): Uint8Array => {
  const digest = createHash('sha1').update(text.payload).digest('base64');
  const times = state.relay.digest === digest ? state.relay.times + 1 : 0;
  state.relay = { digest, times };
  return ackBySerial(times % 2 === 0 ? serial : Number(text.frameSerial ?? serial));
};

const isPassword = (text: string | undefined): text is string =>
  text !== undefined && text.length >= 4;

/** An answer to a command, or words that nobody waits for. */
const decodeReply = (
  { id, word, args }: TextFrame,
  frame: Uint8Array,
  state: LockState,
  now: number,
): DecodedFrame => {
  const raw = Buffer.from(frame).toString('latin1');
  const masked = maskSecrets(raw);
  const common: DecodedFrame = {
    ...EMPTY_FRAME,
    id,
    content: { kind: 'reply', text: masked },
    ...(masked !== raw && { maskedFrame: bytesOf(masked) }),
  };
  if (word === 'P44' && isPassword(args[0])) {
    // Read back after a change, for the lock may have kept less of it than it was told.
    return { ...common, results: [{ key: READ_BACK, code: 0, password: args[0] }] };
  }
  state.entry = state.entry.filter(
    ({ lastActivityAt, isLong }) =>
      now - lastActivityAt <= (isLong ? LONG_COMMAND_TIMEOUT_MS : REPLY_TIMEOUT_MS),
  );
  const entry = state.entry.find(({ awaitedWords }) => awaitedWords.includes(word));
  if (!entry) return common;
  const next = entry.steps.next({ word, args });
  if (next.done) {
    state.entry = state.entry.filter((each) => each !== entry);
    const result: CommandResult = { ...next.value, key: entry.key };
    const reply = result.password === undefined ? undefined : bytesOf(formatText('P44', 1));
    return { ...common, results: [result], ...(reply && { reply }) };
  }
  entry.awaitedWords = next.value.words;
  entry.lastActivityAt = now;
  const { text, progress } = next.value;
  if (progress) entry.isLong = true;
  return {
    ...common,
    ...(text !== '' && { reply: bytesOf(text) }),
    ...(progress && { progress: { key: entry.key, ...progress } }),
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

const maskSecrets = (text: string): string => text.replace(SECRET, '$1,***)').replace(APN, '$1***');
