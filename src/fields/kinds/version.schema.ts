import { type KindDescription, maxLength } from '../description';
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

export const description: KindDescription<'version'> = {
  label: ['Version', '版本'],
  text: ['A version; 1.10 is sorted after 1.9.', '版本号，1.10 排在 1.9 之后。'],
  example: "const firmware = f.version(['Firmware', '固件版本'], { max: 20 });",
  options: {
    max: maxLength,
  },
};
