import { type Choices, choiceLabel, type Locale, textOf } from '../../domain/label';
import { rule } from '../rule';
import type { FieldSchema } from '../schemas';

declare module '../../config/field' {
  interface FieldKinds<O> {
    /** `words`: what the codes of a member mean, by its name wherever it stands. */
    json: { options: { words?: Readonly<Record<string, Choices>> }; value: unknown };
  }
}

/** A value with the meaning of each code behind it: `2 Sealed (lock closed)`. */
export const describeValue = (
  value: unknown,
  words: Readonly<Record<string, Choices>> | undefined,
  locale: Locale,
): unknown => {
  if (!words || typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((each) => describeValue(each, words, locale));
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => {
      const table = Object.hasOwn(words, name) ? words[name] : undefined;
      const label = table && choiceLabel(table, member);
      return [
        name,
        label ? `${member} ${textOf(label, locale)}` : describeValue(member, words, locale),
      ];
    }),
  );
};

/** A value of any shape, shown as formatted JSON. A bare text is what an input holds that is no JSON. */
export const schema: FieldSchema<'json'> = {
  rule: (_field, { mixed }) =>
    mixed().test('json', rule('json'), (value) => typeof value !== 'string'),
  sql: () => 'jsonb',
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
