import { number } from 'yup';
import { rule } from '../rule';
import type { FieldSchema } from '../schemas';
import type { Row } from '../views';

declare module '../../config/field' {
  interface FieldKinds<O> {
    ref: { subject: string; options: { via?: string; multiple?: false }; value: number };
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
  fromWire: (value) => (typeof value === 'string' && /^\d+$/.test(value) ? Number(value) : value),
};

/** The column in which a record brings the title of what it refers to. */
export const viaOf = (via: string | undefined, name: string): string =>
  via ?? `${name.replace(/_id$/, '')}_name`;

/** The title of what a record refers to, where it brought one. */
export const titleIn = (
  record: Row | undefined,
  via: string | undefined,
  name: string,
): string | undefined => {
  const title = record?.[viaOf(via, name)];
  return title === null || title === undefined || title === '' ? undefined : String(title);
};
