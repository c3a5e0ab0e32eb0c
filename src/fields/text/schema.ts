import { string } from 'yup';
import type { Label } from '../../domain/label';
import type { FieldSchema } from '../FieldSchema';
import { labelMessage, rule } from '../rule';
import { spokenText } from './spokenText';

declare module '../../config/field' {
  interface FieldKinds<O> {
    text: {
      options: {
        min?: number;
        max?: number;
        pattern?: RegExp;
        message?: Label;
        multiline?: boolean;
        /** Texts that the reader sees in their language whatever is stored of them; or all names of that kind. */
        known?: readonly Label[] | 'menus' | 'buttons';
      };
      value: string;
    };
  }
}

/** A line or a paragraph of text. */
export const schema: FieldSchema<'text'> = {
  rule: ({ min, max, pattern, message }) => {
    let text = string().strict().typeError(rule('text'));
    if (min) text = text.min(min, rule('min', { min }));
    if (max) text = text.max(max, rule('max', { max }));
    return pattern
      ? text.matches(pattern, {
          message: message ? labelMessage(message) : rule('pattern'),
          excludeEmptyString: true,
        })
      : text;
  },
  sql: ({ max }) => (max ? `varchar(${max})` : 'text'),
  filter: 'contains',
  text: (value, { known }, locale) => spokenText(String(value), known, locale),
  parse: (text) => text,
};
