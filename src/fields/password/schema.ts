import { string } from 'yup';
import type { FieldSchema } from '../FieldSchema';
import { type RuleName, rule } from '../rule';

declare module '../../config/field' {
  interface FieldKinds<O> {
    password: {
      options: { rule?: RuleName; pattern?: RegExp; max?: number; confirm?: true };
      value: string;
    };
  }
}

/** A secret: typed hidden, encrypted on its way, never sent back. */
export const schema: FieldSchema<'password'> = {
  rule: ({ pattern, rule: name }) =>
    pattern
      ? string().matches(pattern, { message: rule(name ?? 'pattern'), excludeEmptyString: true })
      : string(),
  sql: () => 'text',
  filter: 'none',
};
