import { type RuleName, rule } from '../rule';
import type { FieldSchema } from '../schemas';

declare module '../../config/field' {
  interface FieldKinds<O> {
    password: {
      options: { rule?: RuleName; pattern?: RegExp; confirm?: true };
      value: string;
    };
  }
}

/**
 * Secret: input hidden, sent encrypted, never returned by the server. With `confirm` it is typed twice; if the inputs
 * differ, the value is not a string, which the rule rejects.
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
