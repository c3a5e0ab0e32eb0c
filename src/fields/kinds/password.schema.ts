import { type RuleName, rule } from '../rule';
import type { FieldSchema } from '../schemas';

declare module '../../config/field' {
  interface FieldKinds<O> {
    password: {
      options: { rule?: RuleName; pattern?: RegExp; max?: number; confirm?: true };
      value: string;
    };
  }
}

/**
 * A secret: typed hidden, encrypted on its way, never sent back. With `confirm` it is typed twice, and two texts that
 * differ are a value that is no text.
 */
export const schema: FieldSchema<'password'> = {
  rule: ({ pattern, rule: name, confirm }, { string }) => {
    const secret = confirm ? string().typeError(rule('confirm')) : string();
    return pattern
      ? secret.matches(pattern, { message: rule(name ?? 'pattern'), excludeEmptyString: true })
      : secret;
  },
  sql: () => 'text',
  filter: 'none',
  secret: true,
};
