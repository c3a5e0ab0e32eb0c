import { textRule } from '../rule';
import type { FieldSchema } from '../schemas';

declare module '../../config/field' {
  interface FieldKinds<O> {
    /** `nameIn`: the field that keeps what the file was called by whoever sent it. */
    file: { options: { accept?: string; purpose?: string; nameIn?: string }; value: string };
  }
}

const LONGEST = 255;

/** An uploaded file: the record holds its path under the server's files, `accept` is the browser's list of types. */
export const schema: FieldSchema<'file'> = {
  rule: (_field, yup) => textRule(yup, LONGEST),
  sql: () => `varchar(${LONGEST})`,
  filter: 'none',
  importable: false,
  uploads: ({ kind, purpose }) => purpose ?? kind,
};
