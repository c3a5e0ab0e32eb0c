import { joinedLabels, type Label, labelOf, labelWith } from '../../domain/label';
import { CallError, serverLabel } from '../calls/endpoint';

/** Records that still refer to one that is to be deleted. */
interface Use {
  /** Label of their kind, singular or plural. */
  readonly kind: Label;
  readonly names: readonly (Label | string)[];
  /** Number of further ones that the caller does not see. */
  readonly unseen?: number;
}

const useText = ({ kind, names, unseen }: Use): Label => labelWith(kind, nameSample(names, unseen));

/**
 * Refuses a deletion while other records refer to the record.
 * @throws CallError `conflict` that lists them
 */
export const refuseIfReferenced = (uses: readonly Use[]): void => {
  const texts = uses.filter(({ names, unseen = 0 }) => names.length + unseen > 0).map(useText);
  if (texts.length === 0) return;
  throw new CallError('conflict', serverLabel('inUse', { by: joinedLabels(texts, '; ') }));
};

const MAX_NAMES = 5;

const toLabel = (name: Label | string): Label =>
  typeof name === 'string' ? labelOf(() => name) : name;

/**
 * Joins the first few names to one text.
 * @param more number of further ones without a name
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
