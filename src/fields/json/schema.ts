import { mixed } from 'yup';
import type { FieldSchema } from '../FieldSchema';

declare module '../../config/field' {
  interface FieldKinds<O> {
    json: { options: object; value: unknown };
  }
}

/** A value of any shape, shown as formatted JSON. */
export const schema: FieldSchema<'json'> = {
  rule: () => mixed(),
  sql: () => 'jsonb',
  filter: 'none',
  text: (value) => (value === null || value === undefined ? '' : JSON.stringify(value)),
};
