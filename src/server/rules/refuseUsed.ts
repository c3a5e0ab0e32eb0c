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
  const texts = uses.filter(({ names, unseen = 0 }) => names.length + unseen > 0).map(useText);
  if (texts.length === 0) return;
  throw new CallError('conflict', serverLabel('inUse', { by: joinedLabels(texts, '; ') }));
};

/** Names listed in an error message. */
const MAX_NAMES = 5;

const toLabel = (name: Label | string): Label =>
  typeof name === 'string' ? labelOf(() => name) : name;

/**
 * Names in one text, the first few of them.
 * @param more how many there are besides those that can be named
 */
export const nameSample = (names: readonly (Label | string)[], more = 0): Label => {
  const sample = names.slice(0, MAX_NAMES).map(toLabel);
  const count = names.length - sample.length + more;
  const list = joinedLabels(sample, ', ');
  if (count === 0) return list;
  return sample.length === 0
    ? labelOf(() => String(count))
    : serverLabel('andMore', { names: list, count });
};
