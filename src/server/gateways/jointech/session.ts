import { PROTOCOL } from '../../../domain/family';
import { answerWords } from '../../../domain/fault';
import { ownValue } from '../../../domain/ownValue';
import { InFlightCommands } from '../InFlightCommands';
import type {
  DecodedFrame,
  EncodeResult,
  PendingCommand,
  ProtocolSession,
  TargetLock,
} from '../protocolFamily';
import { formatText } from './commandSteps';
import { jointechCommands } from './commands';
import { isBinary } from './frames';
import { maskSecrets } from './masking';
import { decodeRecords, JT701D_VERSION } from './records';
import { bytesOf, parseText } from './textFrames';
import { ackBySerial, decodeAnswer, type JointechLock, words } from './words';

/** A connection can claim any number of ids; the state of the oldest is dropped. */
const MAX_LOCKS = 256;
const MAX_FRAME_SERIAL = 999;

const EMPTY_FRAME = { reports: [], results: [], protocol: PROTOCOL.jointech } as const;

export class JointechSession implements ProtocolSession {
  readonly #locks = new Map<string, JointechLock>();

  decode(frame: Uint8Array, now: number): DecodedFrame {
    return isBinary(frame) ? this.#decodeRecords(frame) : this.#decodeText(frame, now);
  }

  encode(
    { cmd, args, isStarted = false }: PendingCommand,
    now: number,
    lock: TargetLock,
  ): EncodeResult {
    const definition = ownValue(jointechCommands, cmd);
    if (!definition) return { unsupported: true };
    const refused = definition.argumentsError?.(args);
    if (refused !== undefined) return { refused };
    const state = this.#lockOf(lock.id);
    const numbered = (...parts: readonly (string | number)[]) => {
      state.frameSerial = (state.frameSerial % MAX_FRAME_SERIAL) + 1;
      return formatText(lock.id, 1, String(state.frameSerial).padStart(3, '0'), ...parts);
    };
    const { key, begin } = definition;
    const sent = state.inFlight.start(key, begin({ args, lock, isStarted, numbered }), now);
    if (sent === undefined) return { refused: answerWords.nothing[0] };
    const { text, bytes } = sent;
    const masked = maskSecrets(text);
    return {
      bytes,
      key,
      content: { kind: 'command', text: masked },
      ...(masked !== text && { maskedFrame: bytesOf(masked) }),
    };
  }

  #decodeRecords(frame: Uint8Array): DecodedFrame {
    const { id, version, serial, reports, content, wantsAnswer, rejected } = decodeRecords(frame);
    this.#lockOf(id).version = version;
    const ackOfOld = wantsAnswer ? bytesOf(formatText('P35')) : undefined;
    const acknowledgement = version >= JT701D_VERSION ? ackBySerial(serial) : ackOfOld;
    return { ...EMPTY_FRAME, id, content, rejected, reports, acknowledgement };
  }

  #decodeText(frame: Uint8Array, now: number): DecodedFrame {
    const text = parseText(frame);
    if (!text) return { ...EMPTY_FRAME, rejected: 'neither id nor word' };
    const lock = this.#lockOf(text.id);
    lock.inFlight.expire(now);
    const context = { text, frame, lock, now };
    const fields =
      (Object.hasOwn(words, text.word) ? words[text.word]?.(context) : undefined) ??
      decodeAnswer(context);
    return { ...EMPTY_FRAME, id: text.id, ...fields };
  }

  #lockOf(id: string): JointechLock {
    const existing = this.#locks.get(id);
    if (existing) return existing;
    const lock: JointechLock = {
      version: undefined,
      inFlight: new InFlightCommands((message) => ({ ...message, bytes: bytesOf(message.text) })),
      relay: { digest: '', repeats: 0 },
      frameSerial: 0,
    };
    const [oldest] = this.#locks.keys();
    if (this.#locks.size >= MAX_LOCKS && oldest !== undefined) this.#locks.delete(oldest);
    this.#locks.set(id, lock);
    return lock;
  }
}
