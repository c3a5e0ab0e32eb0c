import { ownValue } from '../../../domain/ownValue';
import type { ProtocolFamily } from '../protocolFamily';
import { jointechCommands } from './commands';
import { MAX_FRAME_BYTES, splitFrames } from './frames';
import { JointechSession } from './session';

/**
 * Jointech's JT701 and JT701D, and the positions of JT600: `$` records and `(` texts on one connection, without a login
 * or a checksum. Sources: Jointech JT701D manual V1.4, its Java SDKs, Traccar's Jt600 decoder and its tests.
 */
export const jointech: ProtocolFamily = {
  name: 'jointech',
  maxFrameBytes: MAX_FRAME_BYTES,
  splitFrames,
  replyKey: ({ cmd }) => ownValue(jointechCommands, cmd)?.key,
  openSession: () => new JointechSession(),
};
