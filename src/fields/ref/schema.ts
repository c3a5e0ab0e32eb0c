import { number } from 'yup';
import { rule } from '../rule';
import type { FieldSchema } from '../schemas';

declare module '../../config/field' {
  interface FieldKinds<O> {
    ref: {
      subject: string;
      references: true;
      options: { via?: string; multiple?: false };
      value: number;
    };
  }
}

/**
 * Another entity's record, by id. `via` names the column in which a row brings the other's title along, so that a
 * list needs no second call; without it the field's name with `_name` for `_id`.
 */
export const schema: FieldSchema<'ref'> = {
  rule: () => number().integer().typeError(rule('reference')),
  sql: () => 'bigint',
  filter: 'equal',
  references: 'one',
  titleColumn: ({ via }, name) => via ?? `${name.replace(/_id$/, '')}_name`,
  reads: ({ of }) => [of],
  fromWire: (value) => (typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value),
};
