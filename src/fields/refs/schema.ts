import { array, mixed } from 'yup';
import { isKey, type Key, keyFrom } from '../../domain/key';
import { rule } from '../rule';
import type { FieldSchema } from '../schemas';

declare module '../../config/field' {
  interface FieldKinds<O> {
    refs: {
      subject: string;
      references: true;
      options: { max?: number; byText?: true };
      value: number[];
    };
  }
}

/** Several records of another entity, by id; no record may be deleted while a list names it. */
export const schema: FieldSchema<'refs'> = {
  rule: ({ max, byText }) => {
    const id = mixed<Key>()
      .required()
      .test('reference', rule('reference'), (value) => isKey(value, byText));
    const ids = array(id).typeError(rule('reference'));
    return max === undefined ? ids : ids.max(max, rule('mostItems', { max }));
  },
  sql: ({ byText }) => (byText ? 'text[]' : 'bigint[]'),
  filter: 'equal',
  references: 'many',
  titleColumn: (_, name) => `${name}_titles`,
  reads: ({ of }) => [of],
  importable: false,
  fromWire: (value, { byText }) =>
    Array.isArray(value) ? value.map((key) => keyFrom(key, byText)) : value,
};
