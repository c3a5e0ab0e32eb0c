import { textRule } from '../rule';
import type { FieldSchema } from '../schemas';

declare module '../../config/field' {
  interface FieldKinds<O> {
    /** `nameIn`: field with the original name of the file. */
    file: { options: { accept?: string; purpose?: string; nameIn?: string }; value: string };
  }
}

const MAX_LENGTH = 255;

/**
 * Uploaded file. The record holds its path below the server's files. `accept` lists the allowed extensions, as in
 * `.pdf,.docx`.
 */
export const schema: FieldSchema<'file'> = {
  rule: (_field, yup) => textRule(yup, MAX_LENGTH),
  sql: () => `varchar(${MAX_LENGTH})`,
  filter: 'none',
  importable: false,
  cellFields: ({ nameIn }) => [nameIn],
  uploads: ({ kind, purpose }) => purpose ?? kind,
};
