import type { Family } from '../family';
import { cutFrames, LONGEST_FRAME } from './frames';
import { type Known, remember } from './records';
import { wordOf } from './standardCommands';
import { createTalk } from './talk';

export { cutFrames, readFrame, word, writeFrame } from './frames';

interface Jt808Options {
  /** What the authentication codes are made from. */
  readonly secret: string;
  /** Whether nothing is believed of a lock that did not show its code. Many locks begin with a report. */
  readonly asksForAuth?: boolean;
}

/** Locks whose dialect and clock are remembered; one that is not is met as on its first day. */
const REMEMBERED = 50_000;

/**
 * JT/T 808-2013 and 2019, with the lock dialect of HHD, and those of Huabao, JT709 and JT705A to be read. Specification:
 * JT/T 808; dialects as collected in native-locks.md.
 */
export const createJt808 = ({ secret, asksForAuth = false }: Jt808Options): Family => {
  const memory = remember<Known>(REMEMBERED);
  return {
    name: 'jt808',
    longest: LONGEST_FRAME,
    cut: cutFrames,
    word: ({ cmd }) => wordOf(cmd),
    talk: () => createTalk({ memory, secret, asksForAuth }),
  };
};
