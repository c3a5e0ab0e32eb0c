import type { Amount } from '../../config';
import { numberOf, type UnitLabel } from '../../domain/figures';
import { numberForm } from '../cellForms';
import { described, type KindDescription, maximum, minimum, unit } from '../description';
import { numberRule } from '../rule';
import type { FieldSchema } from '../schemas';

declare module '../../config/field' {
  interface FieldKinds<O> {
    number: {
      options: {
        min?: number;
        max?: number;
        integer?: boolean;
        unit?: UnitLabel;
        code?: true;
        decimals?: number;
      };
      value: number;
      formula: Amount;
    };
  }
}

export const schema: FieldSchema<'number'> = {
  rule: (field, yup) => numberRule(yup, field),
  sql: ({ integer }) => (integer ? 'bigint' : 'double precision'),
  json: ({ integer }) => ({ type: integer ? 'integer' : 'number' }),
  filter: 'range',
  places: ({ integer }) => (integer ? 0 : undefined),
  scale: ({ unit }) => ({ unit }),
  cell: ({ unit, decimals }) => numberForm(unit, decimals),
  fromWire: numberOf,
  parse: (text) => (Number.isFinite(Number(text)) ? Number(text) : undefined),
};

export const description: KindDescription<'number'> = {
  label: ['Number', '数字'],
  text: ['A number; its filter is a range.', '数字，按范围筛选。'],
  example: "const load = f.number(['Load', '载重'], { unit: 't', min: 0, decimals: 1 });",
  options: {
    min: minimum,
    max: maximum,
    integer: described(['Whole', '整数'], 'boolean', ['Whole numbers only.', '只允许整数。']),
    unit,
    code: described(['Identifier', '编号'], 'true', [
      'An identifier, shown without thousands separators.',
      '编号，不显示千位分隔符。',
    ]),
    decimals: described(['Decimals shown', '显示小数位'], 'number', [
      'How many decimals are shown.',
      '显示的小数位数。',
    ]),
  },
};
