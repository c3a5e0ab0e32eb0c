import { lengthText, numberOf } from '../../domain/figures';
import { numberForm } from '../cellForms';
import { numberRule } from '../rule';
import type { FieldSchema } from '../schemas';

declare module '../../config/field' {
  interface FieldKinds<O> {
    radius: { options: { min?: number; max?: number }; value: number };
  }
}

/** Half the circumference of the earth, metres: a larger circle covers everything. */
const MAX_RADIUS = 20_000_000;

/** Radius in metres. */
export const schema: FieldSchema<'radius'> = {
  rule: ({ min = 1, max = MAX_RADIUS }, yup) => numberRule(yup, { min, max }),
  sql: () => 'double precision',
  json: () => ({ type: 'number' }),
  filter: 'range',
  fromWire: numberOf,
  cell: () => numberForm('m'),
  text: (value, _field, locale) => (typeof value === 'number' ? lengthText(value, locale) : ''),
  parse: (text) => {
    const match = /^\s*(\d+(?:\.\d+)?)\s*(km|m)?\s*$/i.exec(text);
    return match ? Number(match[1]) * (match[2]?.toLowerCase() === 'km' ? 1000 : 1) : undefined;
  },
};
