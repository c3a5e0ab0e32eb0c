import type { RaRecord } from 'react-admin';
import { isSecret } from '../../../fields';
import { ApiError } from '../../../protocol';
import type { NamedField } from '../../app/record';
import { equalValues, pickValues, startValues, type Values } from './values';

/** Three-way merge of a record that another operator changed while it was open in a form. */
export interface EditMerge {
  readonly base: RaRecord;
  readonly ours: Values;
  readonly theirs: RaRecord;
  /** Fields changed on both sides to different values; the operator has to choose. */
  readonly disputed: readonly NamedField[];
  /** Fields changed by the other side only; their values are adopted. */
  readonly undisputed: readonly NamedField[];
}

/** Returns the stored record of a `conflict` error; undefined for other errors. */
export const storedValues = (error: unknown): RaRecord | undefined => {
  if (!(error instanceof ApiError) || error.code !== 'conflict') return undefined;
  const { current } = (error.data ?? {}) as { current?: RaRecord };
  return typeof current === 'object' && current !== null ? current : undefined;
};

export const mergeEdit = (
  rows: readonly NamedField[][],
  base: RaRecord,
  ours: Values,
  theirs: RaRecord,
): EditMerge => {
  const [baseValues, stored] = [startValues(rows, base), startValues(rows, theirs)];
  const changedThere = rows
    .flat()
    .filter(({ name, field }) => !isSecret(field) && !equalValues(baseValues[name], stored[name]));
  const isOurs = ({ name }: NamedField) => !equalValues(ours[name], baseValues[name]);
  return {
    base,
    ours,
    theirs,
    disputed: changedThere.filter(
      (each) => isOurs(each) && !equalValues(ours[each.name], stored[each.name]),
    ),
    undisputed: changedThere.filter((each) => !isOurs(each)),
  };
};

/**
 * Returns the merged values of the form: the stored ones, overlaid with the own changes.
 * @param theirFields names of disputed fields that get the stored value
 */
export const merged = (
  rows: readonly NamedField[][],
  { base, ours, theirs }: EditMerge,
  theirFields: ReadonlySet<string>,
): Values => {
  const baseValues = startValues(rows, base);
  const own = rows
    .flat()
    .filter(({ name }) => !theirFields.has(name) && !equalValues(ours[name], baseValues[name]));
  return { ...startValues(rows, theirs), ...pickValues(ours, own) };
};
