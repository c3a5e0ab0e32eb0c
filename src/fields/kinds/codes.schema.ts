import { type Label, labelOf, textOf } from '../../domain/label';
import { labelMessage, rule, ruleTexts } from '../rule';
import type { FieldSchema } from '../schemas';
import { parseTitles } from './refs.schema';

declare module '../../config/field' {
  interface FieldKinds<O> {
    /**
     * `from`: an entity whose records can be picked by their titles; any other code can be typed. `pattern` and
     * `message` are of one code, `min` and `max` of how many there are.
     */
    codes: {
      options: { from?: string; min?: 1; max?: number; pattern?: RegExp; message?: Label };
      value: string[];
    };
  }
}

/** Several short texts that stand for something outside: numbers of cards, serial numbers. */
export const schema: FieldSchema<'codes'> = {
  rule: ({ min, max, pattern, message }, { array, mixed }) => {
    // Judged here and not item by item: an input has one place for what is wrong.
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
  filter: 'none',
  empty: [],
  reads: ({ from }) => (from === undefined ? [] : [from]),
  format: ['Codes, separated by commas', '多个编号，用逗号分隔'],
  text: (value) => (Array.isArray(value) ? value.join(', ') : String(value)),
  parse: parseTitles,
};
