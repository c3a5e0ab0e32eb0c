import type { RaRecord } from 'react-admin';
import { isSecret } from '../../../fields';
import { ApiError } from '../../../protocol';
import { equalValues, type FormField, startValues, type Values } from './values';

/** A record that somebody else changed while it was open in a form. */
export interface EditMerge {
  /** As the form was opened with it. */
  readonly base: RaRecord;
  /** What the form holds. */
  readonly ours: Values;
  /** As it is stored now. */
  readonly theirs: RaRecord;
  /** Changed here and there, and not alike: somebody has to choose. */
  readonly disputed: readonly FormField[];
  /** Changed there alone: taken over as they are. */
  readonly undisputed: readonly FormField[];
}

/** The record as it is stored now, where a change was refused because somebody else was faster. */
export const storedValues = (error: unknown): RaRecord | undefined => {
  if (!(error instanceof ApiError) || error.code !== 'conflict') return undefined;
  const { current } = (error.data ?? {}) as { current?: RaRecord };
  return typeof current === 'object' && current !== null ? current : undefined;
};

/** What there is to choose between. */
export const mergeEdit = (
  rows: readonly FormField[][],
  base: RaRecord,
  ours: Values,
  theirs: RaRecord,
): EditMerge => {
  const [baseValues, stored] = [startValues(rows, base), startValues(rows, theirs)];
  const changedThere = rows
    .flat()
    .filter(({ name, field }) => !isSecret(field) && !equalValues(baseValues[name], stored[name]));
  const isOurs = ({ name }: FormField) => !equalValues(ours[name], baseValues[name]);
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
 * What the form goes on with: the stored values, and over them what was changed here.
 * @param theirFields names of disputed fields of which the stored value is taken
 */
export const merged = (
  rows: readonly FormField[][],
  { base, ours, theirs }: EditMerge,
  theirFields: ReadonlySet<string>,
): Values => {
  const baseValues = startValues(rows, base);
  const own = rows
    .flat()
    .filter(({ name }) => !theirFields.has(name) && !equalValues(ours[name], baseValues[name]));
  return { ...startValues(rows, theirs), ...pick(ours, own) };
};

const pick = (values: Values, fields: readonly FormField[]): Values =>
  Object.fromEntries(fields.map(({ name }) => [name, values[name]]));
