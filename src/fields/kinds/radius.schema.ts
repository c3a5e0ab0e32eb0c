import { lengthText, numberOf } from '../../domain/figures';
import { numberForm } from '../cellForms';
import { type KindDescription, maximum, minimum } from '../description';
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

export const description: KindDescription<'radius'> = {
  label: ['Radius', '半径'],
  text: [
    'A radius in metres. A `lngLat` beside it draws the circle, by its option [`radius`](#radius-1).',
    '半径（米）。旁边的 `lngLat` 通过选项 `radius` 绘制圆。',
  ],
  example: "const reach = f.radius(['Radius', '半径'], { min: 10, max: 5000 });",
  options: {
    min: minimum,
    max: maximum,
  },
};
