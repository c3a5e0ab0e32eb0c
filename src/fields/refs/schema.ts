import { array, number } from 'yup';
import { rule } from '../rule';
import type { FieldSchema } from '../schemas';

declare module '../../config/field' {
  interface FieldKinds<O> {
    refs: { subject: string; references: true; options: { max?: number }; value: number[] };
  }
}

/** Several records of another entity, by id; no record may be deleted while a list names it. */
export const schema: FieldSchema<'refs'> = {
  rule: ({ max }) => {
    const ids = array(number().integer().required()).typeError(rule('reference'));
    return max === undefined ? ids : ids.max(max, rule('mostItems', { max }));
  },
  sql: () => 'bigint[]',
  filter: 'equal',
  references: 'many',
  titleColumn: (_, name) => `${name}_titles`,
  reads: ({ of }) => [of],
  importable: false,
  fromWire: (value) => (Array.isArray(value) ? value.map(Number) : value),
};
