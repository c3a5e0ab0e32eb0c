import { textRule } from '../rule';
import type { FieldSchema } from '../schemas';

declare module '../../config/field' {
  interface FieldKinds<O> {
    /** `names`: field with the position to describe. */
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
