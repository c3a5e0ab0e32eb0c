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

/** The declared field of an entity by its name. */
export const fieldOf = (entity: AnyEntity, name: string): Field | undefined =>
  (entity.fields as Fields)[name] as Field | undefined;

/** A choice whose values have tones: they say at a glance how a record is. */
export const hasTones = (field: Field): boolean =>
  Object.keys(schemaOf(field).choices?.(field).tones ?? {}).length > 0;

/** The fields of an entity that take part in a view, by name, in the order of their declaration. */
export const fieldsForView = (entity: AnyEntity, view: FieldUse): [string, Field][] =>
  (Object.entries(entity.fields as Fields) as [string, Field][]).filter(([, field]) =>
    appearsIn(field, view),
  );

/** The filter that finds the records whose field holds this very value. */
export const exactFilter = (entity: AnyEntity, name: string, value: unknown): Row => ({
  [exactName(entity.fields, name)]: value,
});

/** The title a person knows a record by, as text; its key where it has none. */
export const recordTitle = (entity: AnyEntity, record: Row, locale: Locale): string => {
  const textOf = (name: string) => {
    const field = fieldOf(entity, name);
    return field ? fieldText(field, name, record, locale) : '';
  };
  // What is for a whole organisation has no device: it goes by the first that it has.
  const title = [entity.title, ...(entity.columns as readonly string[])].map(textOf).find(Boolean);
  return title ?? String(record.id);
};
