import { type Choices, choiceLabel, type Locale, textOf } from '../../domain/label';
import { ownValue } from '../../domain/ownValue';
import { described, type KindDescription } from '../description';
import { rule } from '../rule';
import type { FieldSchema } from '../schemas';

declare module '../../config/field' {
  interface FieldKinds<O> {
    json: { options: { words?: Readonly<Record<string, Choices>> }; value: unknown };
  }
}

/** Appends to each code its label: `2 Sealed (lock closed)`. */
export const describeValue = (
  value: unknown,
  words: Readonly<Record<string, Choices>> | undefined,
  locale: Locale,
): unknown => {
  if (!words || typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((each) => describeValue(each, words, locale));
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => {
      const table = ownValue(words, name);
      const label = table && choiceLabel(table, member);
      return [
        name,
        label ? `${member} ${textOf(label, locale)}` : describeValue(member, words, locale),
      ];
    }),
  );
};

/** Value of any shape, shown as formatted JSON. A plain string is an input that is not valid JSON. */
export const schema: FieldSchema<'json'> = {
  rule: (_field, { mixed }) =>
    mixed().test('json', rule('json'), (value) => typeof value !== 'string'),
  sql: () => 'jsonb',
  json: () => ({}),
  filter: 'none',
  parse: (text) => {
    try {
      return JSON.parse(text) as unknown;
    } catch {
      return undefined;
    }
  },
  text: (value, { words }, locale) =>
    value === null || value === undefined
      ? ''
      : JSON.stringify(describeValue(value, words, locale)),
};

export const description: KindDescription<'json'> = {
  label: ['JSON', 'JSON 数据'],
  text: ['Any JSON of a server, shown indented.', '服务器的任意 JSON，缩进显示。'],
  example: "const raw = f.json(['Raw data', '原始数据'], { on: ['show'] });",
  options: {
    words: described(
      ['Labels of codes', '代码名称'],
      { mapOf: { listOf: { tuple: [{ anyOf: ['text', 'number'] }, 'text', 'text'] } } },
      [
        'Labels of the codes of a member, by its name at any depth.',
        '各成员代码的名称，按成员名。',
      ],
    ),
  },
};
