import { type DurationUnit, SECOND, UNIT_MS } from '../../domain/duration';
import { numberOf } from '../../domain/figures';
import { lengthForm } from '../cellForms';
import { rule } from '../rule';
import type { FieldSchema } from '../schemas';

declare module '../../config/field' {
  interface FieldKinds<O> {
    /** `silence`: the time a lock has been offline, which is shown in one unit and from 6 s on only. */
    duration: { options: { unit?: DurationUnit; silence?: true }; value: number };
  }
}

/** A length of time, in ms unless the declaration says otherwise. */
export const schema: FieldSchema<'duration'> = {
  rule: (_field, { number }) =>
    number()
      .integer(rule('integer'))
      .min(0, rule('atLeast', { min: 0 }))
      .typeError(rule('number')),
  sql: () => 'bigint',
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
