import { rule } from '../rule';
import type { FieldSchema } from '../schemas';

declare module '../../config/field' {
  interface FieldKinds<O> {
    json: { options: object; value: unknown };
  }
}

/** A value of any shape, shown as formatted JSON. A bare text is what an input holds that is no JSON. */
export const schema: FieldSchema<'json'> = {
  rule: (_field, { mixed }) =>
    mixed().test('json', rule('json'), (value) => typeof value !== 'string'),
  sql: () => 'jsonb',
  filter: 'none',
  parse: (text) => {
    try {
      return JSON.parse(text) as unknown;
    } catch {
      return undefined;
    }
  },
  text: (value) => (value === null || value === undefined ? '' : JSON.stringify(value)),
};
