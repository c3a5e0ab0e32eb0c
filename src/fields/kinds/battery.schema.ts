import { numberOf } from '../../domain/figures';
import { numberForm } from '../cellForms';
import { numberRule } from '../rule';
import type { FieldSchema } from '../schemas';

declare module '../../config/field' {
  interface FieldKinds<O> {
    battery: { options: { low?: number }; value: number };
  }
}

/** Default limit of a low battery, percent. */
export const LOW = 20;

/** Battery charge, percent. */
export const schema: FieldSchema<'battery'> = {
  rule: (_field, yup) => numberRule(yup, { integer: true, min: 0, max: 100 }),
  sql: () => 'smallint',
  json: () => ({ type: 'integer' }),
  filter: 'range',
  fromWire: numberOf,
  // Percentages are displayed relative to 100.
  cell: () => ({ ...numberForm('%'), format: '0"%"' }),
  scale: ({ low = LOW }) => ({ unit: '%', min: 0, max: 100, low }),
  text: (value) => (typeof value === 'number' ? `${value}%` : ''),
  parse: (text) => (/^\d+\s*%?$/.test(text) ? Number.parseInt(text, 10) : undefined),
};
