import { type Label, locales } from '../../../domain/label';
import { text } from '../../calls';

/** More would make a sentence that nobody reads. */
const NAMED = 5;

const labelOf = (name: Label | string): Label => (typeof name === 'string' ? [name, name] : name);

/**
 * Names in one text, the first few of them.
 * @param more how many there are besides those that can be named
 */
export const someNames = (names: readonly (Label | string)[], more = 0): Label => {
  const shown = names.slice(0, NAMED).map(labelOf);
  const count = names.length - shown.length + more;
  const list = locales.map((_, i) => shown.map((name) => name[i]).join(', ')) as unknown as Label;
  if (count === 0) return list;
  return shown.length === 0
    ? [String(count), String(count)]
    : text('andMore', { names: list, count });
};
