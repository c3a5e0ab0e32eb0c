import { createTextLookup, type TextLookup } from '../../config';
import { type Label, type Locale, storedText, textOf } from '../../domain/label';
import { hasInvisible } from '../../domain/text';
import { described, type KindDescription, maxLength, message, pattern } from '../description';
import { labelMessage, rule, textRule } from '../rule';
import type { FieldSchema } from '../schemas';

declare module '../../config/field' {
  interface FieldKinds<O> {
    text: {
      options: {
        min?: number;
        max?: number;
        pattern?: RegExp;
        message?: Label;
        multiline?: boolean;
        caseless?: true;
        labels?: readonly Label[] | 'menus' | 'buttons';
      };
      value: string;
    };
  }
}

/** Line or paragraph of text. */
export const schema: FieldSchema<'text'> = {
  rule: ({ min, max, pattern, message, multiline }, yup) => {
    const bounded = textRule(yup, max);
    const isVisible = (value?: string | null) => !hasInvisible(value ?? '');
    const short = multiline ? bounded : bounded.test('invisible', rule('invisible'), isVisible);
    const text = min ? short.min(min, rule('min', { min })) : short;
    return pattern
      ? text.matches(pattern, {
          message: message ? labelMessage(message) : rule('pattern'),
          excludeEmptyString: true,
        })
      : text;
  },
  sql: ({ max }) => (max ? `varchar(${max})` : 'text'),
  filter: 'contains',
  text: (value, { labels }, locale) => localizedText(String(value), labels, locale),
  parse: (text) => text,
};

const lookups = new WeakMap<readonly Label[], TextLookup>();

const lookupOf = (labels: readonly Label[]): TextLookup => {
  const lookup = lookups.get(labels) ?? createTextLookup(labels);
  lookups.set(labels, lookup);
  return lookup;
};

/** Returns the texts that mean the same as a known one: those of each language, and that of all. */
export const equalTexts = (text: string, labels: unknown): readonly string[] => {
  const label = Array.isArray(labels) ? lookupOf(labels as readonly Label[]).get(text) : undefined;
  return label ? [storedText(label), ...label] : [text];
};

/** Translates a stored text if it is a known one; returns others unchanged. */
export const localizedText = (stored: string, labels: unknown, locale: Locale): string => {
  // A list name that `defineConsole` has not resolved has no texts.
  if (!Array.isArray(labels)) return stored;
  const label = lookupOf(labels as readonly Label[]).get(stored);
  return label ? textOf(label, locale) : stored;
};

export const description: KindDescription<'text'> = {
  label: ['Text', '文本'],
  text: ['A text; the filter finds a part of it.', '文本，可按片段筛选。'],
  example: "const contact = f.text(['Contact', '联系人'], { max: 60 });",
  options: {
    min: described(['Minimum length', '最小长度'], 'number', [
      'The lowest number of characters.',
      '最少字符数。',
    ]),
    max: maxLength,
    pattern,
    message,
    multiline: described(['Paragraph', '多行'], 'boolean', [
      'A paragraph instead of a line.',
      '多行文本。',
    ]),
    caseless: described(['Ignore case', '忽略大小写'], 'true', [
      'Upper and lower case are the same where the field is `unique`.',
      '字段为 `unique` 时不区分大小写。',
    ]),
    labels: described(
      ['Translated texts', '翻译文本'],
      { anyOf: [{ oneOf: ['menus', 'buttons'] }, { listOf: 'label' }] },
      [
        "Texts that are shown in the reader's language, whichever is stored. A list of labels, or all names of `menus` or `buttons`.",
        '无论存储哪种语言，都以使用者的语言显示的文本：双语标签列表，或 `menus`、`buttons` 的全部名称。',
      ],
    ),
  },
};
