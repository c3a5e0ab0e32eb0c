import { yupResolver } from '@hookform/resolvers/yup';
import type { FieldErrors, Resolver } from 'react-hook-form';
import type { AnyEntity, Fields, Label } from '../../../config';
import { labelMessage, recordSchema } from '../../../fields';
import type { Values } from '../../../fields/controls/FormField';
import type { Row } from '../../../fields/views';
import { withoutPlaces } from '../../data';

export type { Values };

/** What a form asks for: a new record or a change of one. */
export type FormView = 'create' | 'edit';

const checked = (entity: AnyEntity, values: Values, names: ReadonlySet<string>) => {
  const columns = withoutPlaces(entity.fields, values);
  const refused: Readonly<Record<string, Label | undefined>> =
    entity.check?.({ ...values, ...columns } as never) ?? {};
  return Object.fromEntries(
    Object.entries(refused).flatMap(([name, label]) =>
      label && names.has(name) ? [[name, { type: 'check', message: labelMessage(label) }]] : [],
    ),
  );
};

/**
 * The rules of a form: the schema the server judges by, cut down to the fields the form shows, and then the entity's
 * own check, which sees values that are each right by themselves.
 * @param record what is known of the record besides the inputs
 */
export const resolverOf = (
  entity: AnyEntity,
  view: FormView,
  shown: readonly string[],
  record?: Row,
): Resolver<Values> => {
  const names = new Set(shown);
  const fields = Object.fromEntries(
    Object.entries(entity.fields as Fields).filter(([name]) => names.has(name)),
  );
  const rules = yupResolver(
    recordSchema(fields, view, record) as never,
  ) as unknown as Resolver<Values>;
  return async (values, context, options) => {
    const judged = await rules(values, context, options);
    if (Object.keys(judged.errors).length > 0) return judged;
    const errors = checked(entity, { ...record, ...values, ...judged.values }, names);
    return Object.keys(errors).length > 0
      ? { values: {}, errors: errors as FieldErrors<Values> }
      : judged;
  };
};
