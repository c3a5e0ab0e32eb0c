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
     * `since`: while it has this value, how long it has had it is told from the moment in another field.
     * `coded`: the value as devices send it stands behind its word in details and in files; lists have the word alone.
     */
    choice: {
      subject: ChoiceTable;
      options: { since?: readonly [value: string | number, moment: string]; coded?: boolean };
      value: O extends { of: infer C extends Choices } ? C[number][0] : string | number;
    };
  }
}

/** One of a closed table of values. */
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
  text: (value, field, locale) => choiceText(field, value, locale),
  parse: (text, field) =>
    (field.of as Choices).find(
      ([value, ...labels]) =>
        String(value) === text ||
        labels.includes(text) ||
        locales.some((locale) => choiceText(field, value, locale) === text),
    )?.[0],
};

/** What a value is called; one that the table does not know as it is. */
export const choiceText = (
  { of, coded }: Pick<Field<'choice'>, 'of' | 'coded'>,
  value: unknown,
  locale: Locale,
): string => {
  const label = choiceLabel(of, value);
  if (!label) return String(value ?? '');
  return coded ? `${textOf(label, locale)} · ${value}` : textOf(label, locale);
};
