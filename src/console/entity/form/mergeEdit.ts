import type { RaRecord } from 'react-admin';
import { isSecret } from '../../../fields';
import { ApiError } from '../../../protocol';
import { equalValues, type FormField, startValues, type Values } from './values';

/** A record that somebody else changed while it was open in a form. */
export interface EditMerge {
  /** As the form was opened with it. */
  readonly opened: RaRecord;
  /** What the form holds. */
  readonly mine: Values;
  /** As it is stored now. */
  readonly theirs: RaRecord;
  /** Changed here and there, and not alike: somebody has to choose. */
  readonly disputed: readonly FormField[];
  /** Changed there alone: taken over as they are. */
  readonly others: readonly FormField[];
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
  opened: RaRecord,
  mine: Values,
  theirs: RaRecord,
): EditMerge => {
  const [began, stored] = [startValues(rows, opened), startValues(rows, theirs)];
  const changedThere = rows
    .flat()
    .filter(({ name, field }) => !isSecret(field) && !equalValues(began[name], stored[name]));
  const isMine = ({ name }: FormField) => !equalValues(mine[name], began[name]);
  return {
    opened,
    mine,
    theirs,
    disputed: changedThere.filter(
      (each) => isMine(each) && !equalValues(mine[each.name], stored[each.name]),
    ),
    others: changedThere.filter((each) => !isMine(each)),
  };
};

/**
 * What the form goes on with: the stored values, and over them what was changed here.
 * @param taken names of disputed fields of which the stored value is taken
 */
export const merged = (
  rows: readonly FormField[][],
  { opened, mine, theirs }: EditMerge,
  taken: ReadonlySet<string>,
): Values => {
  const began = startValues(rows, opened);
  const own = rows
    .flat()
    .filter(({ name }) => !taken.has(name) && !equalValues(mine[name], began[name]));
  return { ...startValues(rows, theirs), ...pick(mine, own) };
};

const pick = (values: Values, fields: readonly FormField[]): Values =>
  Object.fromEntries(fields.map(({ name }) => [name, values[name]]));
