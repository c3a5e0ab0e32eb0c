import { number } from 'yup';
import { localTime, momentOf } from '../../domain/moment';
import type { FieldSchema } from '../FieldSchema';
import { rule } from '../rule';

declare module '../../config/field' {
  interface FieldKinds<O> {
    datetime: { options: { relative?: boolean }; value: number };
  }
}

/** A moment: ms since 1970 in a record, shown in the operator's time zone. */
export const schema: FieldSchema<'datetime'> = {
  rule: () => number().integer().typeError(rule('datetime')),
  sql: () => 'bigint',
  filter: 'range',
  fromWire: momentOf,
  text: (value) => (typeof value === 'number' ? localTime(value) : ''),
  parse: (text) => momentOf(text),
};
