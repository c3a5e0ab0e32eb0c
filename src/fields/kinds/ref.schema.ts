import { isBlank } from '../../config';
import { isKey, keyFrom } from '../../domain/key';
import { byText, type KindDescription, via } from '../description';
import { rule } from '../rule';
import type { FieldSchema } from '../schemas';

declare module '../../config/field' {
  interface FieldKinds<O> {
    ref: {
      subject: string;
      references: true;
      options: { via?: string; byText?: true };
      value: number;
    };
  }
}

/**
 * Reference to a record of another entity, by its key. `byText`: the key is a text; set by `defineConsole`. `via`:
 * column in which a row carries the target's title, so that a list needs no second call; by default the field's name
 * with `_name` for `_id`.
 */
export const schema: FieldSchema<'ref'> = {
  rule: ({ byText }, { mixed }) =>
    mixed().test('reference', rule('reference'), (value) => isBlank(value) || isKey(value, byText)),
  sql: ({ byText }) => (byText ? 'text' : 'bigint'),
  json: ({ byText }) => ({ type: byText ? 'string' : 'integer' }),
  filter: 'equal',
  references: 'one',
  titleColumn: ({ via }, name) => via ?? `${name.replace(/_id$/, '')}_name`,
  reads: ({ of }) => [of],
  fromWire: (value, { byText }) => keyFrom(value, byText),
};

export const description: KindDescription<'ref'> = {
  label: ['Reference', '关联记录'],
  text: [
    'A record of another entity, chosen from a list. The subject is the entity.',
    '另一实体的记录，从列表中选择。第二个参数为实体。',
  ],
  example: "const owner_id = f.ref(['Owner', '车主'], 'oper', { via: 'owner_name' });",
  subject: 'entity',
  options: {
    via,
    byText,
  },
};
