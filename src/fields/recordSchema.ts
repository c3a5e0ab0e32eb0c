import * as yup from 'yup';
import {
  type AnyField,
  appearsIn,
  type Field,
  type Fields,
  type FieldUse,
  isBlank,
  type Row,
} from '../config';
import { rule } from './rule';
import { coordinateColumns, isRelevant, isSecret, schemaOf, titleIn } from './schemas';

/**
 * One yup object for a form and for the body of its call, so that browser and server refuse the same. A field whose
 * `when` is not met is made null and not required. A place whose two columns are among the fields is judged by them.
 * @param view which fields take part: those of the create form, the edit form, ...
 * @param storedValues the record's other values, for conditions on fields that a change leaves alone
 */
export const recordSchema = (
  fields: Fields,
  view: FieldUse,
  storedValues: Row = {},
): yup.ObjectSchema<object> => {
  const splitPlaces = new Set(
    coordinateColumns(fields).flatMap(({ name, lat, lon }) =>
      lat in fields || lon in fields ? [name] : [],
    ),
  );
  const parts = Object.entries(fields).filter(
    ([name, field]) => appearsIn(field, view) && !splitPlaces.has(name),
  );
  const start = view === 'create' ? initialOf(fields) : {};
  const relevant = (field: AnyField, values: Row) =>
    isRelevant(field, { ...start, ...storedValues, ...definedIn(values) });
  return yup
    .object(
      Object.fromEntries(
        parts.map(([name, field]) => [
          name,
          valueSchema(field, view, {
            isNamed:
              isBlank(storedValues[name]) && titleIn(storedValues, field, name) !== undefined,
            relevant: (values) => relevant(field, values),
          }),
        ]),
      ),
    )
    .transform((values: Row | null) => {
      if (!values) return values;
      const hidden = parts.filter(([name, field]) => name in values && !relevant(field, values));
      return { ...values, ...Object.fromEntries(hidden.map(([name]) => [name, null])) };
    });
};

const initialOf = (fields: Fields): Row =>
  Object.fromEntries(Object.entries(fields).map(([name, { initial }]) => [name, initial]));

const definedIn = (values: Row): Row =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));

/** State of a field that depends on the record's other values. */
interface FieldState {
  /** The record names what it refers to by its title alone: what is not changed need not be given again. */
  readonly isNamed: boolean;
  readonly relevant: (values: Row) => boolean;
}

/** What a value of a field has to be, where there is one. */
export const ruleOf = (field: AnyField): yup.Schema => schemaOf(field).rule(field as Field, yup);

/** Empty inputs hold '' or null: both mean that nothing was given. */
const valueSchema = (
  field: AnyField,
  view: FieldUse,
  { isNamed, relevant }: FieldState,
): yup.Schema => {
  const schema = ruleOf(field)
    .nullable()
    .transform((value: unknown) => (value === '' ? null : value));
  const needed = field.required && !(isSecret(field) && view === 'edit');
  return needed
    ? schema.test(
        'required',
        rule(schemaOf(field).missing?.(field as Field) ?? 'required'),
        // A strict text is not transformed: '' arrives here as it was sent.
        (value: unknown, { parent }: yup.TestContext) =>
          !isBlank(value) || isNamed || !relevant(parent),
      )
    : schema;
};
