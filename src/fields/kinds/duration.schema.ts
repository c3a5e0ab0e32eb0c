import type { Amount } from '../../config';
import { type DurationUnit, SECOND, UNIT_MS } from '../../domain/duration';
import { numberOf } from '../../domain/figures';
import { lengthForm } from '../cellForms';
import { described, type KindDescription } from '../description';
import { numberRule } from '../rule';
import type { FieldSchema } from '../schemas';

declare module '../../config/field' {
  interface FieldKinds<O> {
    duration: { options: { unit?: DurationUnit; silence?: true }; value: number; formula: Amount };
  }
}

/** Duration, in ms by default. */
export const schema: FieldSchema<'duration'> = {
  rule: (_field, yup) => numberRule(yup, { integer: true, min: 0 }),
  sql: () => 'bigint',
  json: () => ({ type: 'integer' }),
  filter: 'range',
  places: () => 0,
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

export const description: KindDescription<'duration'> = {
  label: ['Duration', '时长'],
  text: ['A length of time.', '一段时间。'],
  example: "const rest = f.duration(['Rest', '休息时长'], { unit: 'min' });",
  options: {
    unit: described(['Unit', '单位'], { oneOf: ['ms', 's', 'min'] }, [
      '`ms` (the default), `s` or `min`.',
      '`ms`（默认）、`s` 或 `min`。',
    ]),
    silence: described(['Offline time', '离线时长'], 'true', [
      'How long a lock has been offline. It is shown in one unit, and only from 6 s on.',
      '锁离线的时长，以单一单位显示，满 6 秒起显示。',
    ]),
  },
};
