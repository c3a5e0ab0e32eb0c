import { mixed } from 'yup';
import { type Choices, type ChoiceTable, choiceLabel } from '../../domain/choices';
import { textOf } from '../../domain/label';
import type { FieldSchema } from '../FieldSchema';
import { rule } from '../rule';

declare module '../../config/field' {
  interface FieldKinds<O> {
    /** `since`: while it has this value, how long it has had it is told from the moment in another field. */
    choice: {
      subject: ChoiceTable;
      options: { since?: readonly [value: string | number, moment: string] };
      value: O extends { of: infer C extends Choices } ? C[number][0] : string | number;
    };
  }
}

/** One of a closed table of values. */
export const schema: FieldSchema<'choice'> = {
  rule: ({ of }) =>
    mixed().test(
      'choice',
      rule('choice'),
      (value) => value === null || value === undefined || choiceLabel(of, value) !== undefined,
    ),
  sql: ({ of }) =>
    (of as Choices).every(([value]) => typeof value === 'number') ? 'integer' : 'text',
  filter: 'equal',
  text: (value, { of }, locale) => {
    const label = choiceLabel(of, value);
    return label ? textOf(label, locale) : String(value ?? '');
  },
  parse: (text, { of }) =>
    (of as Choices).find(
      ([value, ...labels]) => String(value) === text || labels.includes(text),
    )?.[0],
};
