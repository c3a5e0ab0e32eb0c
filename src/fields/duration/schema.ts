import { number } from 'yup';
import type { FieldSchema } from '../FieldSchema';
import { rule } from '../rule';

declare module '../../config/field' {
  interface FieldKinds<O> {
    duration: { options: { unit?: 'ms' | 's' | 'min' }; value: number };
  }
}

/** A length of time, in ms unless the declaration says otherwise. */
export const schema: FieldSchema<'duration'> = {
  rule: () =>
    number()
      .integer(rule('integer'))
      .min(0, rule('atLeast', { min: 0 }))
      .typeError(rule('number')),
  sql: () => 'bigint',
  filter: 'range',
};
