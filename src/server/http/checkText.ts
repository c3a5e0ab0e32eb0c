import { CallError, text } from '../calls';

/** What a database does not take in a text: the character 0, and half a surrogate pair. */
const unstorable = /[\0\p{Surrogate}]/u;

const isStorable = (value: unknown): boolean => {
  if (typeof value === 'string') return !unstorable.test(value);
  if (typeof value !== 'object' || value === null) return true;
  return Object.entries(value).every(([name, member]) => isStorable(name) && isStorable(member));
};

/**
 * Refuses texts that nobody types and no column holds, wherever in a body they are.
 * @throws CallError `invalid`
 */
export const checkText = (body: object): void => {
  if (!isStorable(body)) throw new CallError('invalid', text('malformed'));
};
