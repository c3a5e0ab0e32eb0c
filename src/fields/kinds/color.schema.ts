import { rule } from '../rule';
import type { FieldSchema } from '../schemas';

declare module '../../config/field' {
  interface FieldKinds<O> {
    color: { options: object; value: string };
  }
}

/** Colour as #rrggbb, the only format of a browser's colour picker. */
export const schema: FieldSchema<'color'> = {
  rule: (_field, { string }) =>
    string().matches(/^#[0-9a-f]{6}$/i, { message: rule('color'), excludeEmptyString: true }),
  sql: () => 'varchar(7)',
  filter: 'none',
  parse: (text) => text.trim().toLowerCase(),
};
