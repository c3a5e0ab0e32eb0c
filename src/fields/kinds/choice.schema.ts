import { type Field, isBlank, type Row } from '../../config';
import {
  type Choices,
  type ChoiceTable,
  choiceLabel,
  type Locale,
  type Look,
  locales,
  lookOf,
  quieterForm,
  textOf,
} from '../../domain/label';
import { valueRule } from '../rule';
import type { FieldSchema } from '../schemas';

declare module '../../config/field' {
  interface FieldKinds<O> {
    /**
     * `since`: for this value, show the time elapsed since the time in another field; from the `limit` on, ms, it is a
     * warning. `attended`: a value is a step quieter while field `by` is set, and only a sign once field `done` has one
     * of these values, as an alarm that an operator sees to. `coded`: show the wire value after the label in spreadsheets.
     */
    choice: {
      subject: ChoiceTable;
      options: {
        since?: readonly [value: string | number, moment: string, limit?: number];
        attended?: {
          by: string;
          done: readonly [field: string, ...values: readonly (string | number)[]];
        };
        coded?: boolean;
      };
      value: O extends { of: infer C extends Choices } ? C[number][0] : string | number;
    };
  }
}

const isNumeric = (of: ChoiceTable): boolean =>
  (of as Choices).every(([value]) => typeof value === 'number');

export const schema: FieldSchema<'choice'> = {
  rule: ({ of }, yup) => valueRule(yup, 'choice', (value) => choiceLabel(of, value) !== undefined),
  sql: ({ of }) => (isNumeric(of) ? 'integer' : 'text'),
  json: ({ of }) => ({ type: isNumeric(of) ? 'integer' : 'string' }),
  filter: 'equal',
  indexable: true,
  choices: ({ of }) => of,
  cellFields: ({ since, attended }) => [since?.[1], attended?.by, attended?.done[0]],
  text: (value, { of }, locale) => choiceText(of, value, locale),
  cellText: (value, field, locale) => codedText(field, value, locale),
  parse: (text, field) =>
    (field.of as Choices).find(
      ([value, ...labels]) =>
        String(value) === text ||
        labels.includes(text) ||
        locales.some((locale) => codedText(field, value, locale) === text),
    )?.[0],
};

/** Label of a value; the value itself if the table lacks it. */
export const choiceText = (of: ChoiceTable, value: unknown, locale: Locale): string => {
  const label = choiceLabel(of, value);
  return label ? textOf(label, locale) : String(value ?? '');
};

/** Returns the appearance of a value in a record, quieter once an operator attends to it. */
export const lookInRecord = (
  { of, attended }: Pick<Field<'choice'>, 'of' | 'attended'>,
  value: unknown,
  record: Row,
): Look | undefined => {
  const look = lookOf(of, value);
  if (!look || !attended) return look;
  const [field, ...values] = attended.done;
  if (values.some((done) => record[field] === done))
    return { ...look, form: look.form === 'plain' ? 'plain' : 'sign' };
  return isBlank(record[attended.by]) ? look : { ...look, form: quieterForm(look.form) };
};

const codedText = (
  { of, coded }: Pick<Field<'choice'>, 'of' | 'coded'>,
  value: unknown,
  locale: Locale,
): string => {
  const text = choiceText(of, value, locale);
  return coded && choiceLabel(of, value) ? `${text} · ${value}` : text;
};
