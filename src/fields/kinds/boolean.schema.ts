import { textOf } from '../../domain/label';
import { rule } from '../rule';
import type { FieldSchema } from '../schemas';

declare module '../../config/field' {
  interface FieldKinds<O> {
    boolean: { options: object; value: boolean };
  }
}

const yes = /^(true|yes|y|1|是)$/i;
const no = /^(false|no|n|0|否)$/i;

/** Yes or no. Servers send a boolean, 0 and 1, or a word. */
export const schema: FieldSchema<'boolean'> = {
  rule: (_field, { boolean }) => boolean().typeError(rule('boolean')),
  sql: () => 'boolean',
  json: () => ({ type: 'boolean' }),
  filter: 'equal',
  indexable: true,
  empty: false,
  format: ['Yes, No', '是、否'],
  fromWire: (value) => (value === null || value === undefined ? value : yes.test(String(value))),
  text: (value, _field, locale) => textOf(value ? ['Yes', '是'] : ['No', '否'], locale),
  parse: (text) => (yes.test(text) ? true : no.test(text) ? false : undefined),
};
