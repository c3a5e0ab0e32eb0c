import type { Field } from '../../config';
import {
  type Choices,
  type ChoiceTable,
  choiceLabel,
  type Locale,
  locales,
  textOf,
} from '../../domain/label';
import { rule } from '../rule';
import type { FieldSchema } from '../schemas';

declare module '../../config/field' {
  interface FieldKinds<O> {
    /**
     * `since`: for this value, show the time elapsed since the time in another field. `coded`: show the wire value
     * after the label in files.
     */
    choice: {
      subject: ChoiceTable;
      options: { since?: readonly [value: string | number, moment: string]; coded?: boolean };
      value: O extends { of: infer C extends Choices } ? C[number][0] : string | number;
    };
  }
}

/** Value of an enumeration. */
export const schema: FieldSchema<'choice'> = {
  rule: ({ of }, { mixed }) =>
    mixed().test(
      'choice',
      rule('choice'),
      (value) => value === null || value === undefined || choiceLabel(of, value) !== undefined,
    ),
  sql: ({ of }) =>
    (of as Choices).every(([value]) => typeof value === 'number') ? 'integer' : 'text',
  filter: 'equal',
  indexable: true,
  choices: ({ of }) => of,
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

const codedText = (
  { of, coded }: Pick<Field<'choice'>, 'of' | 'coded'>,
  value: unknown,
  locale: Locale,
): string => {
  const text = choiceText(of, value, locale);
  return coded && choiceLabel(of, value) ? `${text} · ${value}` : text;
};
