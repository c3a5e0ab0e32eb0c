import { ALARM_PHONES, arePhones, phonesOf } from '../../domain/alarm';
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
