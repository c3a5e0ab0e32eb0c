import { type AnyEntity, type AnyField, appearsIn, type Fields, type FieldUse } from '../../config';
import { isInputOnly, isSecret } from '../../fields';

/** The declared fields of an entity, or arguments of an action, that travel. */
export const fieldsOf = (entity: Pick<AnyEntity, 'fields'>): Fields =>
  Object.fromEntries(
    Object.entries(entity.fields as Fields).filter(([, field]) => !isInputOnly(field)),
  );

/** The fields that take part in a view; secrets are never shown, so they take part in forms only. */
export const fieldsIn = (entity: AnyEntity, view: FieldUse): [string, AnyField][] =>
  Object.entries(fieldsOf(entity)).filter(
    ([, field]) =>
      appearsIn(field, view) && (!isSecret(field) || view === 'create' || view === 'edit'),
  );
