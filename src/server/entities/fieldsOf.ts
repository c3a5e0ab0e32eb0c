import { type AnyEntity, type AnyField, type Fields, takesPart, type View } from '../../config';

/** The declared fields of an entity of any kind. */
export const fieldsOf = (entity: AnyEntity): Fields => entity.fields;

/** The fields that take part in a view; secrets are never shown, so they take part in forms only. */
export const fieldsIn = (entity: AnyEntity, view: View): [string, AnyField][] =>
  Object.entries(fieldsOf(entity)).filter(
    ([, field]) =>
      takesPart(field, view) && (field.kind !== 'password' || view === 'create' || view === 'edit'),
  );

export const isRef = ({ kind }: AnyField): boolean => kind === 'ref' || kind === 'refTree';
