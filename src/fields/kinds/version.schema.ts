import { rule, textRule } from '../rule';
import type { FieldSchema } from '../schemas';

declare module '../../config/field' {
  interface FieldKinds<O> {
    version: { options: { max?: number }; value: string };
  }
}

/** Version: numbers and letters joined by dots, hyphens, underscores or a plus, such as V2.1.3 or 1.0.4-rc1. */
export const schema: FieldSchema<'version'> = {
  rule: ({ max = 40 }, yup) =>
    textRule(yup, max).matches(/^[A-Za-z0-9]+([._+-][A-Za-z0-9]+)*$/, {
      message: rule('version'),
      excludeEmptyString: true,
    }),
  sql: ({ max = 40 }) => `varchar(${max})`,
  filter: 'contains',
  parse: (text) => text.trim(),
};
