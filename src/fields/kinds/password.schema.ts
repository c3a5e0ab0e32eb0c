import { described, type KindDescription, pattern } from '../description';
import { type RuleName, rule, ruleTexts } from '../rule';
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

export const description: KindDescription<'password'> = {
  label: ['Password', '密码'],
  text: [
    'A hidden input. The value is encrypted on the way and never sent back.',
    '隐藏的输入。值加密传输，从不返回。',
  ],
  example: "const pin = f.password(['PIN', '密码'], { pattern: /^\\d{4,8}$/ });",
  options: {
    rule: described(['Error name', '提示名称'], { oneOf: Object.keys(ruleTexts) }, [
      'The name of the message for a value that `pattern` does not match. The names are in `src/fields/rule.ts`.',
      '值不匹配 `pattern` 时的提示名称，见 `src/fields/rule.ts`。',
    ]),
    pattern,
    confirm: described(['Entered twice', '输入两次'], 'true', [
      'It is entered twice.',
      '需输入两次。',
    ]),
  },
};
