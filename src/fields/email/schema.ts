import { string } from 'yup';
import { rule } from '../rule';
import type { FieldSchema } from '../schemas';

declare module '../../config/field' {
  interface FieldKinds<O> {
    email: { options: object; value: string };
  }
}

/** Longest address a mail server must take. RFC 5321 section 4.5.3.1.3. */
const LONGEST = 254;

/** One address: a list of several is refused. */
const address = /^[^\s@,;<>]+@[^\s@,;<>.]+(\.[^\s@,;<>.]+)+$/;

/** A mailbox. */
export const schema: FieldSchema<'email'> = {
  rule: () =>
    string()
      .strict()
      .typeError(rule('text'))
      .max(LONGEST, rule('max', { max: LONGEST }))
      .matches(address, { message: rule('email'), excludeEmptyString: true }),
  sql: () => `varchar(${LONGEST})`,
  filter: 'contains',
  parse: (text) => text.trim(),
};
