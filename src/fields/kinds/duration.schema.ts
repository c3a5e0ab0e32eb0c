import { type DurationUnit, SECOND, UNIT_MS } from '../../domain/duration';
import { numberOf } from '../../domain/figures';
import { lengthForm } from '../cellForms';
import { numberRule } from '../rule';
import type { FieldSchema } from '../schemas';

declare module '../../config/field' {
  interface FieldKinds<O> {
    /** `silence`: the offline time of a lock, shown in one unit, and only from 6 s on. */
    duration: { options: { unit?: DurationUnit; silence?: true }; value: number };
  }
}

/** Duration, in ms by default. */
export const schema: FieldSchema<'duration'> = {
  rule: (_field, yup) => numberRule(yup, { integer: true, min: 0 }),
  sql: () => 'bigint',
  json: () => ({ type: 'integer' }),
  filter: 'range',
  fromWire: numberOf,
  cell: ({ unit = 'ms' }) => lengthForm(UNIT_MS[unit]),
  parse: (text, { unit = 'ms' }) => {
    const [, hours, minutes, seconds = '0'] =
      /^(\d+):([0-5]\d)(?::([0-5]\d(?:\.\d+)?))?$/.exec(text) ?? [];
    if (hours === undefined) return Number.isFinite(Number(text)) ? Number(text) : undefined;
    const ms = ((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * SECOND;
    return Math.round(ms / UNIT_MS[unit]);
  },
};
