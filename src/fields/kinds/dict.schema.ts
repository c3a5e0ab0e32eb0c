import { textRule } from '../rule';
import type { FieldSchema } from '../schemas';

declare module '../../config/field' {
  interface FieldKinds<O> {
    dict: { subject: string; options: object; value: string };
  }
}

/** The entity whose records are the items of dictionaries. */
const ITEMS = 'dictItem';

const MAX_LENGTH = 60;

/**
 * An item of a dictionary that operators maintain; the subject is the dictionary's code, the value the item's. Items
 * come and go, so that a record may hold one that is no longer offered.
 */
export const schema: FieldSchema<'dict'> = {
  rule: (_field, yup) => textRule(yup, MAX_LENGTH),
  sql: () => `varchar(${MAX_LENGTH})`,
  filter: 'equal',
  reads: () => [ITEMS],
  withItems: (field, of) => ({ ...field, kind: 'choice', of }),
  fromWire: (value) => (typeof value === 'number' ? String(value) : value),
  parse: (text) => text.trim(),
};
