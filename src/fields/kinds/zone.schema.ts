import { isZone, ownZone } from '../../domain/zone';
import { rule } from '../rule';
import type { FieldSchema } from '../schemas';

declare module '../../config/field' {
  interface FieldKinds<O> {
    zone: { options: object; value: string };
  }
}

export const schema: FieldSchema<'zone'> = {
  rule: (_field, { string }) =>
    string().test('zone', rule('zone'), (value) => !value || isZone(value)),
  sql: () => 'varchar(64)',
  filter: 'none',
  own: ownZone,
  format: ['Asia/Shanghai', 'Asia/Shanghai'],
  parse: (text) => text.trim(),
};
