import type { KindDescription } from '../description';
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

export const description: KindDescription<'dict'> = {
  label: ['Dictionary entry', '字典项'],
  text: [
    'An entry of a dictionary, which administrators maintain. The subject is the code of the dictionary.',
    '管理员维护的字典中的一项，第二个参数为字典编码。',
  ],
  example: "const usage = f.dict(['Category', '类别'], 'deviceCategory');",
  subject: 'text',
};
