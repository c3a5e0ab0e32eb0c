import type { ProtocolFamily } from '../protocolFamily';
import { MAX_FRAME_BYTES, splitFrames } from './frames';
import { createLruMap, type LockKnowledge } from './records';
import { Jt808Session } from './session';
import { replyKeyOf } from './standardCommands';

export { readFrame, splitFrames, uint16, writeFrame } from './frames';

interface Jt808Options {
  /** What the authentication codes are made from. */
  readonly secret: string;
  /** Whether nothing is believed of a lock that did not show its code. Many locks begin with a report. */
  readonly asksForAuth?: boolean;
}

/** Locks whose dialect and clock are remembered; one that is not is met as on its first day. */
const MAX_LOCKS = 50_000;

/**
 * JT/T 808-2013 and 2019, with the lock dialect of HHD, and those of Huabao, JT709 and JT705A to be read. Specification:
 * JT/T 808; dialects as collected in native-locks.md.
 */
export const createJt808 = ({ secret, asksForAuth = false }: Jt808Options): ProtocolFamily => {
  const knowledge = createLruMap<LockKnowledge>(MAX_LOCKS);
  return {
    name: 'jt808',
    maxFrameBytes: MAX_FRAME_BYTES,
    splitFrames,
    replyKey: ({ cmd }) => replyKeyOf(cmd),
    openSession: () => new Jt808Session({ knowledge, secret, asksForAuth }),
  };
};
