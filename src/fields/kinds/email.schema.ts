import { isBlank } from '../../config';
import { rule, textRule } from '../rule';
import type { FieldSchema } from '../schemas';

declare module '../../config/field' {
  interface FieldKinds<O> {
    email: { options: object; value: string };
  }
}

/** Longest address a mail server must take. RFC 5321 section 4.5.3.1.3. */
const MAX_LENGTH = 254;

/** One address: a list of several is refused. */
const address = /^[^\s@,;<>]+@[^\s@,;<>.]+(\.[^\s@,;<>.]+)+$/;

/** Two addresses or more, whatever stands between them. */
const several = /^[^@]+@[^@]*[\s,;，；、|/][^@]*@/;

/** A mailbox. */
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
