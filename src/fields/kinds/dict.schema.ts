import { textRule } from '../rule';
import type { FieldSchema } from '../schemas';

declare module '../../config/field' {
  interface FieldKinds<O> {
    dict: { subject: string; options: object; value: string };
  }
}

const ITEMS = 'dictItem';

const MAX_LENGTH = 60;

/**
 * Item of a dictionary that operators maintain. The subject is the code of the dictionary, the value that of the item.
 * A record may hold an item that was deleted.
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
