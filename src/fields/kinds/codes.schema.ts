import { type Label, labelOf, textOf } from '../../domain/label';
import { labelMessage, rule, ruleTexts } from '../rule';
import type { FieldSchema } from '../schemas';
import { parseTitles } from './refs.schema';

declare module '../../config/field' {
  interface FieldKinds<O> {
    /**
     * `from`: an entity whose titles are suggested; other codes can be typed. `pattern` and `message` validate each
     * code, `min` and `max` limit their number.
     */
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
