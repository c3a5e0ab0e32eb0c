import { ALARM_PHONES, arePhones, phonesOf } from '../../domain/alarm';
import { type KindDescription, maxEntries } from '../description';
import { rule, textRule } from '../rule';
import type { FieldSchema } from '../schemas';

declare module '../../config/field' {
  interface FieldKinds<O> {
    phones: { options: { max?: number }; value: string };
  }
}

/** Comma-separated mainland mobile numbers; at most 3 by default. */
export const schema: FieldSchema<'phones'> = {
  rule: ({ max = ALARM_PHONES }, yup) =>
    textRule(yup)
      .test(
        'phones',
        rule('phones', { max }),
        (value) => value === null || value === undefined || arePhones(value, max),
      )
      .test('phonesTwice', rule('phonesTwice'), (value) => {
        const phones = arePhones(value ?? '', max) ? phonesOf(value ?? '') : [];
        return new Set(phones).size === phones.length;
      }),
  sql: ({ max = ALARM_PHONES }) => `varchar(${max * 12})`,
  filter: 'contains',
  text: (value) => (typeof value === 'string' ? phonesOf(value).join(', ') : ''),
  parse: (text) => phonesOf(text).join(','),
};

export const description: KindDescription<'phones'> = {
  label: ['Phone numbers', '手机号'],
  text: [
    'Phone numbers, separated by commas: mobile numbers of 11 digits, 3 unless [`max`](#max) says otherwise.',
    '以逗号分隔的 11 位手机号，默认最多 3 个，可用 `max` 更改。',
  ],
  example: "const phones = f.phones(['Phones', '联系电话'], { max: 2 });",
  options: {
    max: maxEntries,
  },
};
