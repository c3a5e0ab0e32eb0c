import { described, type KindDescription } from '../description';
import { textRule } from '../rule';
import type { FieldSchema } from '../schemas';

declare module '../../config/field' {
  interface FieldKinds<O> {
    placeName: { options: { names: string }; value: string };
  }
}

/** Description of a position in the reader's language: "38 km NE of Wuhan". The server generates it. */
export const schema: FieldSchema<'placeName'> = {
  rule: (_field, yup) => textRule(yup),
  sql: () => 'text',
  filter: 'none',
  importable: false,
  names: ({ names }) => names,
  cellFields: ({ names }) => [names],
};

export const description: KindDescription<'placeName'> = {
  label: ['Name of a place', '地点名称'],
  text: [
    "The name of a place in the reader's language. The server finds it for the position in [`names`](#names).",
    '以使用者语言显示的地点名称，由服务器根据 `names` 中的坐标得出。',
  ],
  example:
    "const place_name = f.placeName(['Place', '位置'], { names: 'place', virtual: true, on: ['show'] });",
  options: {
    names: {
      ...described(['Position field', '坐标字段'], 'field', [
        'The field with the position to name.',
        '要命名的坐标字段。',
      ]),
      needed: true,
    },
  },
};
