import { isZone, ownZone } from '../../domain/zone';
import type { KindDescription } from '../description';
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

export const description: KindDescription<'zone'> = {
  label: ['Time zone', '时区'],
  text: ['A time zone, by its IANA name.', '时区，IANA 名称。'],
  example: "const zone = f.zone(['Time zone', '时区'], { initial: 'Asia/Shanghai' });",
};
