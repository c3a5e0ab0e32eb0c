import { number } from 'yup';
import { rule } from '../rule';
import type { FieldSchema } from '../schemas';

declare module '../../config/field' {
  interface FieldKinds<O> {
    /** `silence`: the time a lock has been offline, which is shown in one unit and from 6 s on only. */
    duration: { options: { unit?: 'ms' | 's' | 'min'; silence?: true }; value: number };
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
