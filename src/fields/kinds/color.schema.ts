import type { KindDescription } from '../description';
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

export const description: KindDescription<'color'> = {
  label: ['Colour', '颜色'],
  text: ['A colour, `#rrggbb`, with a picker.', '颜色，`#rrggbb`，可用取色器选择。'],
  example: "const paint = f.color(['Colour', '颜色']);",
};
