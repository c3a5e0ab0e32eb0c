import { type AnyEntity, type Field, takesPart } from '../../../config';
import { isAsked } from '../../../fields';
import type { Row } from '../../../fields/views';
import { fieldOf } from '../parts/fieldsOf';
import type { FormView, Values } from './resolverOf';

export interface FormField {
  readonly name: string;
  readonly field: Field;
}

/** The rows of a form: each entry of `entity.form` one row, with the fields that take part; empty rows left out. */
export const formRows = (entity: AnyEntity, view: FormView): FormField[][] =>
  (entity.form as readonly (string | readonly string[])[])
    .map((entry) =>
      (typeof entry === 'string' ? [entry] : entry).flatMap((name): FormField[] => {
        const field = fieldOf(entity, name);
        return field && takesPart(field, view) ? [{ name, field }] : [];
      }),
    )
    .filter((row) => row.length > 0);

/**
 * What the inputs hold at first: the record's values, or what a new record starts with. Nothing is null.
 * @param given values that a new record has because of where it is made
 */
export const startValues = (
  rows: readonly FormField[][],
  record: Row | undefined,
  given: Row = {},
): Values =>
  Object.fromEntries(
    rows
      .flat()
      .map(({ name, field }) => [
        name,
        (record ? record[name] : (given[name] ?? field.initial)) ?? null,
      ]),
  );

/** Equal to whoever looks at it. */
export const same = (a: unknown, b: unknown) =>
  JSON.stringify(a ?? null) === JSON.stringify(b ?? null);

/** What a form changed of a record; a field that cannot be changed, or that the reader left alone, is not sent. */
export const changedValues = (
  rows: readonly FormField[][],
  values: Values,
  start: Values,
): Values =>
  Object.fromEntries(
    rows
      .flat()
      .filter(({ name, field }) => !field.fixed && !same(values[name], start[name]))
      .map(({ name }) => [name, values[name]]),
  );

/** What a new record is made of: every value that was given. */
export const givenValues = (rows: readonly FormField[][], values: Values): Values =>
  Object.fromEntries(
    rows
      .flat()
      .filter(({ name }) => values[name] !== null && values[name] !== undefined)
      .map(({ name }) => [name, values[name]]),
  );

/** What a form that is not finished would send: what is asked for and given, without secrets. */
export const askedValues = (rows: readonly FormField[][], values: Values): Values => {
  const asked = rows.map((row) =>
    row.filter(({ field }) => field.kind !== 'password' && isAsked(field, values)),
  );
  return givenValues(asked, values);
};
