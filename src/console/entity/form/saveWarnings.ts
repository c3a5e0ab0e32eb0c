import type { Label } from '../../../domain/label';
import { isRelevant, schemaOf } from '../../../fields';
import type { FormFieldEntry, Values } from './values';

export interface SaveWarning {
  readonly name: string;
  readonly warning: Label;
}

/** Returns the warnings of the values that a form is about to save. */
export const saveWarnings = (
  rows: readonly FormFieldEntry[][],
  values: Values,
): readonly SaveWarning[] =>
  rows.flat().flatMap(({ name, field }) => {
    const warning = isRelevant(field, values) && schemaOf(field).saveWarning?.(values[name]);
    return warning ? [{ name, warning }] : [];
  });
