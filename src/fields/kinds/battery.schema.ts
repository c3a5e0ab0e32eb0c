import type { Amount } from '../../config';
import { numberOf } from '../../domain/figures';
import { numberForm } from '../cellForms';
import { described, type KindDescription } from '../description';
import { numberRule } from '../rule';
import type { FieldSchema } from '../schemas';

declare module '../../config/field' {
  interface FieldKinds<O> {
    battery: { options: { low?: number }; value: number; formula: Amount };
  }
}

/** Default limit of a low battery, percent. */
export const LOW = 20;

export const schema: FieldSchema<'battery'> = {
  rule: (_field, yup) => numberRule(yup, { integer: true, min: 0, max: 100 }),
  sql: () => 'smallint',
  places: () => 0,
  json: () => ({ type: 'integer' }),
  filter: 'range',
  fromWire: numberOf,
  // Percentages are displayed relative to 100.
  cell: () => ({ ...numberForm('%'), format: '0"%"' }),
  scale: ({ low = LOW }) => ({ unit: '%', min: 0, max: 100, low }),
  text: (value) => (typeof value === 'number' ? `${value}%` : ''),
  parse: (text) => (/^\d+\s*%?$/.test(text) ? Number.parseInt(text, 10) : undefined),
};

export const description: KindDescription<'battery'> = {
  label: ['Battery', '电量'],
  text: ['A charge in percent.', '电量百分比。'],
  example: "const charge = f.battery(['Battery', '电量']);",
  options: {
    low: described(['Low charge', '低电量'], 'number', [
      'The charge up to which it is low, 20 by default.',
      '不高于此值为低电量，默认 20。',
    ]),
  },
};
