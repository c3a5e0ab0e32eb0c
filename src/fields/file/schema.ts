import { string } from 'yup';
import { rule } from '../rule';
import type { FieldSchema } from '../schemas';

declare module '../../config/field' {
  interface FieldKinds<O> {
    file: { options: { accept?: string; purpose?: string }; value: string };
  }
}

const LONGEST = 255;

/** An uploaded file: the record holds its path under the server's files, `accept` is the browser's list of types. */
export const schema: FieldSchema<'file'> = {
  rule: () =>
    string()
      .strict()
      .typeError(rule('text'))
      .max(LONGEST, rule('max', { max: LONGEST })),
  sql: () => `varchar(${LONGEST})`,
  filter: 'none',
  uploads: true,
};
