import { type Label, locales } from '../../domain/label';
import { CallError, text } from '../endpoint';

/** What still uses something that is to be removed. */
interface Use {
  /** What they are, in the plural or not. */
  readonly kind: Label;
  readonly names: readonly (Label | string)[];
  /** How many there are that the caller does not see. */
  readonly unseen?: number;
}

const useText = ({ kind, names, unseen }: Use): Label => {
  const list = someNames(names, unseen);
  return [`${kind[0]}: ${list[0]}`, `${kind[1]}：${list[1]}`];
};

/**
 * Refuses a removal that something speaks against, by name.
 * @throws CallError `conflict`
 */
export const refuseUsed = (uses: readonly Use[]): void => {
  const found = uses.filter(({ names, unseen = 0 }) => names.length + unseen > 0).map(useText);
  if (found.length === 0) return;
  const by = locales.map((_, i) => found.map((label) => label[i]).join('; '));
  throw new CallError('conflict', text('inUse', { by }));
};

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
