import { type Choices, type ChoiceTable, choiceLabel, locales, textOf } from '../../domain/label';
import type { KindDescription } from '../description';
import { rule } from '../rule';
import type { FieldSchema } from '../schemas';
import { choiceText } from './choice.schema';
import { parseTitles } from './refs.schema';

declare module '../../config/field' {
  interface FieldKinds<O> {
    choices: { subject: ChoiceTable; options: object; value: number[] };
  }
}

/** Several values of an enumeration of numbers, without repetition. */
export const schema: FieldSchema<'choices'> = {
  rule: ({ of }, { array, mixed }) =>
    array(mixed())
      .typeError(rule('choice'))
      .test(
        'choices',
        rule('choice'),
        (values) =>
          !Array.isArray(values) ||
          (new Set(values).size === values.length &&
            values.every((value) => choiceLabel(of, value) !== undefined)),
      ),
  sql: () => 'bigint[]',
  json: () => ({ type: 'array', items: { type: 'integer' } }),
  filter: 'none',
  empty: [],
  format: ['Words, separated by commas', '多个选项，用逗号分隔'],
  text: (value, { of }, locale) =>
    (Array.isArray(value) ? value : [])
      .map((each) => choiceText(of, each, locale))
      .join(textOf([', ', '、'], locale)),
  parse: (text, { of }) => {
    const values = parseTitles(text).map(
      (title) =>
        (of as Choices).find(
          ([value, ...label]) =>
            String(value) === title || locales.some((locale) => textOf(label, locale) === title),
        )?.[0],
    );
    return values.includes(undefined) ? undefined : values;
  },
};

export const description: KindDescription<'choices'> = {
  label: ['Several choices', '多选'],
  text: ['Several values of a fixed table. They are numbers.', '固定选项表中的多个值，均为数字。'],
  example:
    "const equipment = f.choices(['Equipment', '装备'], choices([[1, 'Tail lift', '尾板'], [2, 'Cooler', '冷机']]));",
  subject: 'choices',
};
