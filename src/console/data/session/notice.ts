import { readStored, writeStored } from './stored';

const KEY = 'notice';

/** Leaves a message for the login page, which is another page load away. */
export const leaveNotice = (text: string): void => writeStored('session', KEY, text);

/** The message that was left, once. */
export const takeNotice = (): string | undefined => {
  const text = readStored('session', KEY);
  writeStored('session', KEY, undefined);
  return typeof text === 'string' ? text : undefined;
};
