import {
  type AnyEntity,
  type Field,
  type Fields,
  type Row,
  takesPart,
  type View,
} from '../../config';
import type { Locale } from '../../domain/label';
import { exactName, fieldText } from '../../fields';

/** The declared field of an entity by its name. */
export const fieldOf = (entity: AnyEntity, name: string): Field | undefined =>
  (entity.fields as Fields)[name] as Field | undefined;

/** The fields of an entity that take part in a view, by name, in the order of their declaration. */
export const fieldsIn = (entity: AnyEntity, view: View): [string, Field][] =>
  (Object.entries(entity.fields as Fields) as [string, Field][]).filter(([, field]) =>
    takesPart(field, view),
  );

/** The filter that finds the records whose field holds this very value. */
export const belongingTo = (entity: AnyEntity, name: string, value: unknown): Row => ({
  [exactName(entity.fields, name)]: value,
});

/** The title a person knows a record by, as text; its key where it has none. */
export const titleOf = (entity: AnyEntity, record: Row, locale: Locale): string => {
  const field = fieldOf(entity, entity.title);
  const title = field ? fieldText(field, entity.title, record, locale) : '';
  return title || String(record.id);
};
