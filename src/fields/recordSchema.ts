import { type ObjectSchema, object, type Schema } from 'yup';
import { type AnyField, type Field, type Fields, takesPart, type View } from '../config';
import { rule } from './rule';
import { schemaOf } from './schemas';

/**
 * One yup object for a form and for the body of its call, so that browser and server refuse the same.
 * @param view which fields take part: those of the create form, the edit form, ...
 */
export const recordSchema = (fields: Fields, view: View): ObjectSchema<object> =>
  object(
    Object.fromEntries(
      Object.entries(fields)
        .filter(([, field]) => takesPart(field, view))
        .map(([name, field]) => [name, valueSchema(field, view)]),
    ),
  );

/** Empty inputs hold '' or null: both mean that nothing was given. */
const valueSchema = (field: AnyField, view: View): Schema => {
  const schema = schemaOf(field)
    .rule(field as Field)
    .nullable()
    .transform((value: unknown) => (value === '' ? null : value));
  const needed = field.required && !(field.kind === 'password' && view === 'edit');
  return needed
    ? schema.test(
        'required',
        rule('required'),
        // A strict text is not transformed: '' arrives here as it was sent.
        (value: unknown) => value !== null && value !== undefined && value !== '',
      )
    : schema;
};
