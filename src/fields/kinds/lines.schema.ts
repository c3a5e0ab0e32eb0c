import type { RecordOf } from '../../config';
import type { Lines } from '../../config/expression';
import { described, type KindDescription } from '../description';
import { rule } from '../rule';
import type { FieldSchema } from '../schemas';

declare module '../../config/field' {
  interface FieldKinds<O> {
    lines: {
      options: { min?: number; max?: number };
      /** Entity of the lines, or its name. */
      subject: { readonly name: string; readonly fields: Fields } | string;
      value: O extends { readonly of: { readonly fields: infer F extends Fields } }
        ? readonly RecordOf<F>[]
        : readonly Readonly<Record<string, unknown>>[];
      formula: O extends { readonly of: { readonly fields: infer F extends Fields } }
        ? Lines<F>
        : Lines<Fields>;
    };
  }
}

/** Limit of the lines of a record, which are read and saved together. */
export const MAX_LINES = 1_000;

const asList = (value: unknown): unknown => value ?? [];

/** Lines of a record, which have a table of their own. `recordSchema` adds the rules of their fields. */
export const schema: FieldSchema<'lines'> = {
  rule: ({ required, min = required ? 1 : 0, max = MAX_LINES }, { array }) =>
    array()
      .transform(asList)
      .typeError(rule('lines'))
      .min(min, rule('leastLines', { min }))
      .max(max, rule('mostItems', { max })),
  sql: () => 'jsonb',
  json: () => ({ type: 'array', items: { type: 'object' } }),
  filter: 'none',
  importable: false,
  empty: [],
};

export const description: KindDescription<'lines'> = {
  label: ['Lines', '明细行'],
  text: [
    'Records of another entity, [`partOf`](#partof) this one, which is the subject. They are entered in the form of this record and saved with it.',
    '另一实体的记录，作为本记录的明细行，在本记录的表单中录入并一起保存。该实体须以 `partOf` 声明属于本实体。',
  ],
  example: "const crew = f.lines(['Crew', '乘员'], driver, { min: 1, max: 4 });",
  subject: 'entity',
  options: {
    min: described(['Fewest lines', '最少行数'], 'number', [
      'The lowest number of lines.',
      '允许的最少行数。',
    ]),
    max: described(['Most lines', '最多行数'], 'number', [
      'The highest number of lines, up to 1000, which is the default.',
      '允许的最多行数，最多且默认 1000 行。',
    ]),
  },
};
