import { textRule } from '../rule';
import type { FieldSchema } from '../schemas';

declare module '../../config/field' {
  interface FieldKinds<O> {
    /** `names`: the field with the place that it puts into words. */
    placeName: { options: { names: string }; value: string };
  }
}

/** Where a place is, in the reader's words: "38 km NE of Wuhan". Made by the server, never sent to it. */
export const schema: FieldSchema<'placeName'> = {
  rule: (_field, yup) => textRule(yup),
  sql: () => 'text',
  filter: 'none',
  importable: false,
  names: ({ names }) => names,
};
