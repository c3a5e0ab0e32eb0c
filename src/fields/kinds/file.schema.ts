import { textRule } from '../rule';
import type { FieldSchema } from '../schemas';

declare module '../../config/field' {
  interface FieldKinds<O> {
    /** `nameIn`: the field that keeps the file's name as uploaded. */
    file: { options: { accept?: string; purpose?: string; nameIn?: string }; value: string };
  }
}

const MAX_LENGTH = 255;

/** An uploaded file: the record holds its path under the server's files. `accept` lists the extensions taken, as in `.pdf,.docx`. */
export const schema: FieldSchema<'file'> = {
  rule: (_field, yup) => textRule(yup, MAX_LENGTH),
  sql: () => `varchar(${MAX_LENGTH})`,
  filter: 'none',
  importable: false,
  uploads: ({ kind, purpose }) => purpose ?? kind,
};
