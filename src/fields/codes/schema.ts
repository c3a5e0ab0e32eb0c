import type { Label } from '../../domain/label';
import { labelMessage, rule } from '../rule';
import type { FieldSchema } from '../schemas';

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

/** The codes of a text that lists them: separated by commas, semicolons, blanks or lines; each once. */
export const codesIn = (text: string): string[] => [
  ...new Set(text.split(/[\s,;，；、]+/).filter((code) => code !== '')),
];

/** Several short texts that stand for something outside: numbers of cards, serial numbers. */
export const schema: FieldSchema<'codes'> = {
  rule: ({ min, max, pattern, message }, { array, string }) => {
    const plain = string().strict().required(rule('required'));
    const code = pattern
      ? plain.matches(pattern, message ? labelMessage(message) : rule('pattern'))
      : plain;
    const codes = array(code)
      .typeError(rule('codes'))
      .test(
        'twice',
        rule('codesTwice'),
        (value) => !Array.isArray(value) || new Set(value).size === value.length,
      );
    const some = min === undefined ? codes : codes.min(min, rule('required'));
    return max === undefined ? some : some.max(max, rule('mostItems', { max }));
  },
  sql: () => 'text[]',
  filter: 'none',
  empty: [],
  reads: ({ from }) => (from === undefined ? [] : [from]),
  format: ['Codes, separated by commas', '多个编号，用逗号分隔'],
  text: (value) => (Array.isArray(value) ? value.join(', ') : String(value)),
  parse: codesIn,
};
