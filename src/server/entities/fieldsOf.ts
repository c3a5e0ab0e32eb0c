import { type AnyEntity, type AnyField, appearsIn, type Fields, type FieldUse } from '../../config';
import { isInputOnly, isSecret } from '../../fields';

/** Returns the declared fields of an entity, or the arguments of an action, that are sent to the server. */
export const fieldsOf = (entity: Pick<AnyEntity, 'fields'>): Fields =>
  Object.fromEntries(
    Object.entries(entity.fields as Fields).filter(([, field]) => !isInputOnly(field)),
  );

/** Returns the fields that take part in a view. Secrets take part in forms only, since they are never shown. */
export const fieldsIn = (entity: AnyEntity, view: FieldUse): [string, AnyField][] =>
  Object.entries(fieldsOf(entity)).filter(
    ([, field]) =>
      appearsIn(field, view) && (!isSecret(field) || view === 'create' || view === 'edit'),
  );
