import { createHash } from 'node:crypto';
import type { InFlightCommands } from '../InFlightCommands';
import type { DecodedFrame } from '../protocolFamily';
import { formatText, type TextCommand, type TextReply } from './commandSteps';
import { decodeLockEvent } from './lockEvents';
import { maskSecrets } from './masking';
import { decodePosition, type Position, positionByPlace, positionByTime } from './positions';
import { JT701D_VERSION } from './records';
import { decodeRelay } from './relay';
import { bytesOf, type TextEvent, type TextFrame } from './textFrames';

export interface JointechLock {
  /** Protocol version; undefined before the first `$` record. */
  version: number | undefined;
  readonly inFlight: InFlightCommands<
    TextCommand,
    TextCommand & { readonly bytes: Uint8Array },
    TextReply
  >;
  /** The last relayed record, and how often it was repeated. */
  relay: { readonly digest: string; readonly repeats: number };
  /** Serial of the last numbered frame to the lock, 1 to 999; 0 before the first. */
  frameSerial: number;
}

interface TextContext {
  readonly text: TextFrame;
  readonly frame: Uint8Array;
  readonly lock: JointechLock;
  /** Epoch ms. */
  readonly now: number;
}

/** Returns undefined if the text is an answer to a command. */
type DecodeWord = (context: TextContext) => Partial<DecodedFrame> | undefined;

const eventFields = ({ reports, content, rejected }: TextEvent): Partial<DecodedFrame> => ({
  reports,
  content,
  rejected,
});

/** Acknowledges a record of a JT701D. */
export const ackBySerial = (serial: number): Uint8Array => bytesOf(formatText('P69', 0, serial));

/** `P22,2` requests the time, UTC. `P22,1` and `P22,0` tell afterwards if the lock has set its clock. */
const answerTime: DecodeWord = ({ text: { args }, now }) => {
  if (args[0] !== '2') return { content: { kind: 'clock', isSet: args[0] === '1' } };
  const [, year, month, day, time] =
    /^..(..)(..)(..)(.{6})/.exec(new Date(now).toISOString().replaceAll(/\D/g, '')) ?? [];
  const reply = bytesOf(formatText('P22', `${day}${month}${year}${time}`));
  return { content: { kind: 'asksTime' }, reply };
};

const lockEvent: DecodeWord = ({ text, lock: { version } }) => {
  const event = decodeLockEvent(text);
  const isOld = version !== undefined && version < JT701D_VERSION;
  const acknowledgement = isOld ? bytesOf(formatText('P46')) : ackBySerial(event.serial ?? 0);
  return { ...eventFields(event), acknowledgement };
};

/** `P52,2` reports the one-time password, every minute until the server repeats it. */
const oneTimePassword: DecodeWord = ({ text: { args }, frame }) => {
  if (args[0] !== '2') return undefined;
  const acknowledgement = formatText('P52', 2, args[1] ?? '');
  return {
    content: { kind: 'oneTimePassword' },
    maskedFrame: bytesOf(maskSecrets(Buffer.from(frame).toString('latin1'))),
    acknowledgement: bytesOf(acknowledgement),
    maskedAcknowledgement: bytesOf(maskSecrets(acknowledgement)),
  };
};

const relayedRecord: DecodeWord = ({ text, lock }) => {
  const record = decodeRelay(text);
  return record && { ...eventFields(record), acknowledgement: ackRelay(record, text, lock) };
};

/** Acknowledges by the sensor's serial, as the manual says. A repeated record is acknowledged by the frame's serial. */
const ackRelay = ({ serial = 0 }: TextEvent, text: TextFrame, lock: JointechLock): Uint8Array => {
  const digest = createHash('sha1').update(text.payload).digest('base64');
  const repeats = lock.relay.digest === digest ? lock.relay.repeats + 1 : 0;
  lock.relay = { digest, repeats };
  return ackBySerial(repeats % 2 === 0 ? serial : Number(text.frameSerial ?? serial));
};

const position =
  (read: (args: readonly string[]) => Position, answer?: string): DecodeWord =>
  ({ text: { args } }) => ({
    ...eventFields(decodePosition(read(args))),
    ...(answer !== undefined && { acknowledgement: bytesOf(answer) }),
  });

/** Messages that a lock sends by itself, by word. Every other text is an answer. */
export const words: Readonly<Record<string, DecodeWord>> = {
  '@JT': () => ({ content: { kind: 'heartbeat' } }),
  P22: answerTime,
  P45: lockEvent,
  P52: oneTimePassword,
  WLNET: relayedRecord,
  // JT600.
  W01: position(positionByPlace),
  U01: position(positionByTime, '(S39)'),
  U02: position(positionByTime, '(S39)'),
  U03: position(positionByTime, '(S39)'),
  U06: position((args) => positionByTime(args.slice(1)), '(S20)'),
};

/** Result key that no command has: the password read back ends none. */
const READ_BACK = 'read back';
const MIN_PASSWORD_LENGTH = 4;

/** Decodes an answer to a command. The log gets any other text too. */
export const decodeAnswer = ({ text, frame, lock, now }: TextContext): Partial<DecodedFrame> => {
  const raw = Buffer.from(frame).toString('latin1');
  const masked = maskSecrets(raw);
  const [password = ''] = text.args;
  const isReadBack = text.word === 'P44' && password.length >= MIN_PASSWORD_LENGTH;
  const fields = {
    content: { kind: 'reply', text: masked },
    ...(masked !== raw && { maskedFrame: bytesOf(masked) }),
  };
  if (isReadBack) return { ...fields, results: [{ key: READ_BACK, code: 0, password }] };
  const { inFlight } = lock;
  const effects = inFlight.receive(
    inFlight.find(({ words: awaited }) => awaited.includes(text.word)),
    text,
    now,
  );
  // A lock may keep less of a password than it was sent: read it back.
  const isChanged = effects.results?.[0]?.password !== undefined;
  return { ...fields, ...effects, ...(isChanged && { reply: bytesOf(formatText('P44', 1)) }) };
};
