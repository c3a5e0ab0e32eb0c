import {
  type AnyEntity,
  appearsIn,
  type Field,
  type Fields,
  type FieldUse,
  type Row,
} from '../../config';
import type { Locale } from '../../domain/label';
import { exactName, fieldText, schemaOf } from '../../fields';

export const fieldOf = (entity: AnyEntity, name: string): Field | undefined =>
  (entity.fields as Fields)[name] as Field | undefined;

/** True if the values of a choice have tones, which show a record's state at a glance. */
export const hasTones = (field: Field): boolean =>
  Object.keys(schemaOf(field).choices?.(field).tones ?? {}).length > 0;

/** Returns the fields of an entity that take part in a view, with their names, in the order of their declaration. */
export const fieldsForView = (entity: AnyEntity, view: FieldUse): [string, Field][] =>
  (Object.entries(entity.fields as Fields) as [string, Field][]).filter(([, field]) =>
    appearsIn(field, view),
  );

/** Returns the filter for records whose field equals a value. */
export const exactFilter = (entity: AnyEntity, name: string, value: unknown): Row => ({
  [exactName(entity.fields, name)]: value,
});

/** Returns the title of a record as text: the title field, else the first column with a value, else the key. */
export const recordTitle = (entity: AnyEntity, record: Row, locale: Locale): string => {
  const textOf = (name: string) => {
    const field = fieldOf(entity, name);
    return field ? fieldText(field, name, record, locale) : '';
  };
  // A record of a whole organisation has no device, so its first filled column is the title.
  const title = [entity.title, ...(entity.columns as readonly string[])].map(textOf).find(Boolean);
  return title ?? String(record.id);
};
