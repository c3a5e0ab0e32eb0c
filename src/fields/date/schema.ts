import { string } from 'yup';
import type { FieldSchema } from '../FieldSchema';
import { rule } from '../rule';

declare module '../../config/field' {
  interface FieldKinds<O> {
    date: { options: object; value: string };
  }
}

/** A calendar day, yyyy-MM-dd, the same day in every time zone. */
export const schema: FieldSchema<'date'> = {
  rule: () => string().matches(/^\d{4}-\d{2}-\d{2}$/, rule('date')),
  sql: () => 'date',
  filter: 'range',
  fromWire: (value) => (typeof value === 'string' ? value.slice(0, 10) : value),
  parse: (text) => (/^\d{4}-\d{2}-\d{2}$/.test(text) ? text : undefined),
};
