import { type Label, labelOf, textOf } from '../../domain/label';
import { described, type KindDescription, maxEntries, message, pattern } from '../description';
import { labelMessage, rule, ruleTexts } from '../rule';
import type { FieldSchema } from '../schemas';
import { parseTitles } from './refs.schema';

declare module '../../config/field' {
  interface FieldKinds<O> {
    codes: {
      options: { from?: string; min?: 1; max?: number; pattern?: RegExp; message?: Label };
      value: string[];
    };
  }
}

/** List of external identifiers, such as card numbers or serial numbers. */
export const schema: FieldSchema<'codes'> = {
  rule: ({ min, max, pattern, message }, { array, mixed }) => {
    // Validated as a whole, because an input shows one error.
    const judged = array(mixed())
      .typeError(rule('codes'))
      .test('each', (value, { createError }) => {
        if (!Array.isArray(value)) return true;
        if (new Set(value).size < value.length) return createError({ message: rule('codesTwice') });
        const isCode = (code: unknown) =>
          typeof code === 'string' && code !== '' && (pattern?.test(code) ?? true);
        const wrong: unknown = value.find((code) => !isCode(code));
        if (wrong === undefined) return true;
        const reason = message ?? ruleTexts.pattern;
        return createError({
          message: labelMessage(labelOf((locale) => `${textOf(reason, locale)}: ${String(wrong)}`)),
        });
      });
    const some = min === undefined ? judged : judged.min(min, rule('required'));
    return max === undefined ? some : some.max(max, rule('mostItems', { max }));
  },
  sql: () => 'text[]',
  json: () => ({ type: 'array', items: { type: 'string' } }),
  filter: 'none',
  empty: [],
  reads: ({ from }) => (from === undefined ? [] : [from]),
  format: ['Codes, separated by commas', '多个编号，用逗号分隔'],
  text: (value) => (Array.isArray(value) ? value.join(', ') : String(value)),
  parse: parseTitles,
};

export const description: KindDescription<'codes'> = {
  label: ['List of numbers', '编号列表'],
  text: [
    'A list of numbers that an operator enters, pastes or chooses.',
    '操作员输入、粘贴或选择的编号列表。',
  ],
  example: "const seals = f.codes(['Seals', '封条号'], { max: 20, pattern: /^\\d{8}$/ });",
  options: {
    from: described(['Suggested from', '建议来源'], 'entity', [
      'An entity whose titles are suggested. Other numbers can be entered too.',
      '以该实体的名称作为建议，也可输入其他编号。',
    ]),
    min: described(['Not empty', '不可为空'], { oneOf: [1] }, [
      'With 1 it must not be empty.',
      '设为 1 时不得为空。',
    ]),
    max: maxEntries,
    pattern,
    message,
  },
};
