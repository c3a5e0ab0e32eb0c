import type { ProtocolFamily } from '../protocolFamily';
import { MAX_FRAME_BYTES, splitFrames } from './frames';
import type { LockKnowledge } from './knowledge';
import { createLruMap } from './lruMap';
import type { AccessRules } from './messageContext';
import { Jt808Session } from './session';
import { replyKeyOf } from './standardCommands';

export { type Packet, readFrame, splitFrames, uint16, writeFrame } from './frames';

/** Locks whose dialect and clock are in memory. Their records have both. */
const MAX_LOCKS = 50_000;

/**
 * JT/T 808-2013 and 2019, with the dialects of HHD, Huabao, JT709 and JT705A. Commands exist for the standard and
 * HHD. Sources: the standard, Traccar, SDKs of Jointech, and the platform moutainhigh/gps-gateway for HHD.
 */
export const createJt808 = (rules: AccessRules): ProtocolFamily => {
  const knowledge = createLruMap<LockKnowledge>(MAX_LOCKS);
  return {
    name: 'jt808',
    maxFrameBytes: MAX_FRAME_BYTES,
    splitFrames,
    replyKey: ({ cmd }) => replyKeyOf(cmd),
    openSession: () => new Jt808Session({ ...rules, knowledge }),
  };
};
