import { type AnyEntity, type Field, takesPart } from '../../../../config';
import type { Row } from '../../../../fields/views';
import { fieldOf } from '../../parts/fieldsOf';

export interface EditableField {
  readonly name: string;
  readonly field: Field;
}

/** A value that no two records share, or that depends on others, is nothing to set for many. */
const canBeShared = (field: Field): boolean =>
  takesPart(field, 'edit') &&
  field.kind !== 'password' &&
  !field.fixed &&
  !field.unique &&
  !field.virtual &&
  !field.when;

/** The fields that can be set for many records at once, in the order of the form. */
export const editableMany = (entity: AnyEntity): EditableField[] =>
  (entity.form as readonly (string | readonly string[])[]).flat().flatMap((name) => {
    const field = fieldOf(entity, name);
    return field && canBeShared(field) ? [{ name, field }] : [];
  });

/** What an input starts with: the value that all records share, else nothing. A switch is off, not nothing. */
export const sharedValue = (records: readonly Row[], { name, field }: EditableField): unknown => {
  const nothing = field.kind === 'boolean' ? false : null;
  const [first, ...others] = records.map((record) => JSON.stringify(record[name] ?? null));
  return first !== undefined && others.every((other) => other === first)
    ? (records[0]?.[name] ?? nothing)
    : nothing;
};
