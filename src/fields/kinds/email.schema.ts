import { isBlank } from '../../config';
import type { KindDescription } from '../description';
import { rule, textRule } from '../rule';
import type { FieldSchema } from '../schemas';

declare module '../../config/field' {
  interface FieldKinds<O> {
    email: { options: object; value: string };
  }
}

/** Maximum length that mail servers must accept. RFC 5321 section 4.5.3.1.3. */
const MAX_LENGTH = 254;

/** Single address. */
const address = /^(?!.*[\p{Cc}\p{Cf}])[^\s@,;<>]+@[^\s@,;<>.]+(\.[^\s@,;<>.]+)+$/u;

/** Two or more addresses with any separator. */
const several = /^[^@]+@[^@]*[\s,;，；、|/][^@]*@/;

export const schema: FieldSchema<'email'> = {
  rule: (_field, yup) =>
    textRule(yup, MAX_LENGTH).test('email', rule('email'), (value, { createError }) => {
      if (isBlank(value) || address.test(String(value))) return true;
      return several.test(String(value)) ? createError({ message: rule('oneMailbox') }) : false;
    }),
  sql: () => `varchar(${MAX_LENGTH})`,
  filter: 'contains',
  parse: (text) => text.trim(),
};

export const description: KindDescription<'email'> = {
  label: ['Mail address', '邮箱'],
  text: ['One mail address.', '一个邮箱地址。'],
  example: "const mail = f.email(['Mail', '邮箱']);",
};
