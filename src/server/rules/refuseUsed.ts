import { joinedLabels, type Label, labelOf, labelWith } from '../../domain/label';
import { CallError, serverLabel } from '../endpoint';

/** What still uses something that is to be removed. */
interface Use {
  /** What they are, in the plural or not. */
  readonly kind: Label;
  readonly names: readonly (Label | string)[];
  /** How many there are that the caller does not see. */
  readonly unseen?: number;
}

const useText = ({ kind, names, unseen }: Use): Label => labelWith(kind, nameSample(names, unseen));

/**
 * Refuses a removal that something speaks against, by name.
 * @throws CallError `conflict`
 */
export const refuseIfReferenced = (uses: readonly Use[]): void => {
  const found = uses.filter(({ names, unseen = 0 }) => names.length + unseen > 0).map(useText);
  if (found.length === 0) return;
  throw new CallError('conflict', serverLabel('inUse', { by: joinedLabels(found, '; ') }));
};

/** More would make a sentence that nobody reads. */
const NAMED = 5;

const named = (name: Label | string): Label =>
  typeof name === 'string' ? labelOf(() => name) : name;

/**
 * Names in one text, the first few of them.
 * @param more how many there are besides those that can be named
 */
export const nameSample = (names: readonly (Label | string)[], more = 0): Label => {
  const shown = names.slice(0, NAMED).map(named);
  const count = names.length - shown.length + more;
  const list = joinedLabels(shown, ', ');
  if (count === 0) return list;
  return shown.length === 0
    ? labelOf(() => String(count))
    : serverLabel('andMore', { names: list, count });
};
