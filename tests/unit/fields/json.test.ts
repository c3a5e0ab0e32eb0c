import { expect, it } from 'vitest';
import config from '../../../resources.config';
import type { Field, Fields } from '../../../src/config';
import { kinds, schemaOf } from '../../../src/fields';

/** Types of JSON Schema by the columns that hold their values; a column of JSON holds any. */
const COLUMNS: readonly (readonly [RegExp, unknown])[] = [
  [/\[\]$/, 'array'],
  [/^(smallint|integer|bigint)/, 'integer'],
  [/^(real|double precision)/, 'number'],
  [/^boolean/, 'boolean'],
  [/^jsonb/, undefined],
  [/^(text|varchar|date|numeric)/, 'string'],
];

const declaredFields = config.entities.flatMap(({ fields }) => Object.values(fields as Fields));

it.each(kinds.filter((kind) => declaredFields.some((field) => field.kind === kind)))(
  'values of the kind %s have the JSON type of their column',
  (kind) => {
    for (const field of declaredFields.filter((each) => each.kind === kind)) {
      const { sql, json } = schemaOf(field);
      const column = sql(field as Field);
      const [, type] = COLUMNS.find(([pattern]) => pattern.test(column)) ?? [];
      const value = json ? json(field as Field) : { type: 'string' };
      expect([column, value.type]).toEqual([column, type]);
    }
  },
);
