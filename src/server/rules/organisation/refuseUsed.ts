import { type Label, locales } from '../../../domain/label';
import { CallError, text } from '../../calls';
import { someNames } from './someNames';

/** What still uses something that is to be removed. */
export interface Use {
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
