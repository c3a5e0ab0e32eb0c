import type { Truth } from '../../config';
import { textOf } from '../../domain/label';
import type { KindDescription } from '../description';
import { rule } from '../rule';
import type { FieldSchema } from '../schemas';

declare module '../../config/field' {
  interface FieldKinds<O> {
    boolean: { options: object; value: boolean; formula: Truth };
  }
}

const yes = /^(true|yes|y|1|是)$/i;
const no = /^(false|no|n|0|否)$/i;

const parse = (text: string): boolean | undefined =>
  yes.test(text) ? true : no.test(text) ? false : undefined;

const isWord = (value: unknown) => typeof value === 'string' || typeof value === 'number';

/** Yes or no. Servers send a boolean, 0 and 1, or a word. */
export const schema: FieldSchema<'boolean'> = {
  rule: (_field, { boolean }) => boolean().typeError(rule('boolean')),
  sql: () => 'boolean',
  json: () => ({ type: 'boolean' }),
  filter: 'equal',
  indexable: true,
  empty: false,
  format: ['Yes, No', '是、否'],
  // Other values stay as they are, so that the rule refuses them. It would read a list as a word.
  fromWire: (value) => {
    if (Array.isArray(value)) return undefined;
    return isWord(value) ? (parse(String(value)) ?? value) : value;
  },
  text: (value, _field, locale) => textOf(value === true ? ['Yes', '是'] : ['No', '否'], locale),
  parse,
};

export const description: KindDescription<'boolean'> = {
  label: ['Yes or no', '是否'],
  text: [
    'Yes or no. With [`unset`](#unset) it has a third state.',
    '是或否。设有 `unset` 时有第三种状态。',
  ],
  example: "const insured = f.boolean(['Insured', '已投保'], { initial: false });",
};
