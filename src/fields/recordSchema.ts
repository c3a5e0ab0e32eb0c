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
import { comparedValue, lineEntity, linesIn } from './lines';
import { rule } from './rule';
import { coordinateColumns, isRelevant, isSecret, schemaOf, titleIn } from './schemas';

/**
 * Builds the yup schema of a form and of its call's body, so that browser and server apply the same rules. A field
 * whose `when` is not met becomes null and is not required. A position whose two columns are among the fields is
 * validated by the columns.
 * @param view fields to validate: those of the create form, the edit form, ...
 * @param storedValues values of the record: an unchanged text is not judged again, and conditions depend on fields that
 *   an update leaves unchanged
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
            stored: storedValues[name],
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

/** State of a field that depends on other values of the record. */
interface FieldState {
  readonly stored: unknown;
  /** The record has the title of the referenced record but no key. An unchanged reference need not be chosen again. */
  readonly isNamed: boolean;
  readonly relevant: (values: Row) => boolean;
}

/** Rule for a value of the field that is not blank. */
export const ruleOf = (field: AnyField): yup.Schema => schemaOf(field).rule(field as Field, yup);

/** Rule for lines, each by the rules of its fields. A line that has not changed is not judged again. */
const linesSchema = (field: AnyField, view: FieldUse, stored: unknown): yup.ISchema<unknown> => {
  const part = lineEntity(field);
  if (!part) return ruleOf(field);
  const textsOf = (lines: unknown) =>
    linesIn(comparedValue(field, lines)).map((line) => JSON.stringify(line));
  const before = new Set(textsOf(stored));
  const schema = recordSchema(part.fields, 'create').typeError(rule('lines'));
  const line = yup.lazy((value: unknown) =>
    before.has(textsOf([value])[0] ?? '') ? yup.mixed() : schema,
  );
  const lines = (ruleOf(field) as yup.ArraySchema<unknown[], yup.AnyObject>).of(line as never);
  return view === 'create' ? lines.default(() => []) : lines;
};

/** Empty inputs hold '' or null; both mean no value. */
const valueSchema = (
  field: AnyField,
  view: FieldUse,
  { stored, isNamed, relevant }: FieldState,
): yup.ISchema<unknown> => {
  if (lineEntity(field)) return linesSchema(field, view, stored);
  const schema = ruleOf(field)
    .nullable()
    .transform((value: unknown) => (value === '' ? null : value));
  const needed = field.required && !(isSecret(field) && view === 'edit');
  const judged = needed
    ? schema.test(
        'required',
        rule(schemaOf(field).missing?.(field as Field) ?? 'required'),
        // A strict string is not transformed, so '' arrives here unchanged.
        (value: unknown, { parent }: yup.TestContext) =>
          !isBlank(value) || isNamed || !relevant(parent),
      )
    : schema;
  if (typeof stored !== 'string' || stored === '') return judged;
  return yup.lazy((value: unknown) => (value === stored ? yup.mixed() : judged));
};
