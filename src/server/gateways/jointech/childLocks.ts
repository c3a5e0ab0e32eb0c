import type { LockCommand } from '../../../domain/lock';
import type { SettingValues } from '../protocolFamily';
import {
  ask,
  type CommandDefinition,
  done,
  type EncodeContext,
  type TextReply,
  type TextSteps,
} from './commandSteps';

const MAX_CHILD_LOCKS = 10;
const ID_DIGITS = 10;
const childLockId = /^[\dA-F]{10}$/i;
const childLocksOf = ({ locks }: LockCommand['args']): string[] =>
  (Array.isArray(locks) ? locks : []).map((lock) => String(lock).toUpperCase());

const childLocksError = (args: LockCommand['args']): string | undefined => {
  const locks = childLocksOf(args);
  if (locks.length > MAX_CHILD_LOCKS) return `This lock has at most ${MAX_CHILD_LOCKS} child locks`;
  const invalid = locks.find((lock) => !childLockId.test(lock));
  return (
    invalid &&
    `The number of a child lock has ${ID_DIGITS} digits or letters A to F, not ${invalid}`
  );
};

const readChildLocks = ({ args }: TextReply): SettingValues => ({
  setChildLocks: { locks: args.slice(1).filter((each) => childLockId.test(each)) },
});

function* setChildLocks({ args, numbered }: EncodeContext): TextSteps {
  const locks = childLocksOf(args);
  yield ask(numbered('WLNET', 1, 1, locks.length, ...locks), 'WLNET');
  return done({ setChildLocks: { locks } });
}

export const childLockCommands: Readonly<Record<string, CommandDefinition>> = {
  setChildLocks: { key: 'WLNET', argumentsError: childLocksError, begin: setChildLocks },
  readChildLocks: {
    key: 'WLNET',
    begin: function* ({ numbered }) {
      return done(readChildLocks(yield ask(numbered('WLNET', 1, 0), 'WLNET')));
    },
  },
};
