import { numberOf, type UnitLabel } from '../../domain/figures';
import { numberForm } from '../cellForms';
import { numberRule } from '../rule';
import type { FieldSchema } from '../schemas';

declare module '../../config/field' {
  interface FieldKinds<O> {
    /** `code`: an identifier, shown without thousands separators. `decimals`: fixed number of decimals shown. */
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
    };
  }
}

/** Number with an optional unit. */
export const schema: FieldSchema<'number'> = {
  rule: (field, yup) => numberRule(yup, field),
  sql: ({ integer }) => (integer ? 'bigint' : 'double precision'),
  json: ({ integer }) => ({ type: integer ? 'integer' : 'number' }),
  filter: 'range',
  scale: ({ unit }) => ({ unit }),
  cell: ({ unit, decimals }) => numberForm(unit, decimals),
  fromWire: numberOf,
  parse: (text) => (Number.isFinite(Number(text)) ? Number(text) : undefined),
};
