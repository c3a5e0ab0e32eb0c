import type { Moment } from '../../config';
import { SECOND } from '../../domain/duration';
import { localTime, momentOf } from '../../domain/figures';
import { isoOffset, minutesEastOf, ownZone } from '../../domain/zone';
import { momentForm } from '../cellForms';
import { described, type KindDescription } from '../description';
import { rule } from '../rule';
import type { FieldSchema } from '../schemas';

declare module '../../config/field' {
  interface FieldKinds<O> {
    datetime: {
      options: { relative?: boolean; min?: number | 'now'; max?: number | 'now' };
      value: number;
      formula: Moment;
    };
  }
}

type Bound = number | 'now' | undefined;

/** Tolerated difference between the clocks of reader and server, ms. */
const SLACK = 60_000;

const bound = (at: Bound, slack: number): number =>
  at === 'now' ? Date.now() + slack : (at ?? Number.NaN);

const complaint = (name: 'notBefore' | 'notAfter', at: Bound): string =>
  at === 'now' ? rule(`${name}Now`) : rule(name, { at: localTime(at ?? 0) });

/** Time: epoch ms in a record, shown in the reader's time zone. */
export const schema: FieldSchema<'datetime'> = {
  rule: ({ min, max }, { number }) =>
    number()
      .integer()
      .typeError(rule('datetime'))
      .test(
        'min',
        complaint('notBefore', min),
        (value) => !((value ?? Number.NaN) < bound(min, -SLACK)),
      )
      .test(
        'max',
        complaint('notAfter', max),
        (value) => !((value ?? Number.NaN) > bound(max, SLACK)),
      ),
  sql: () => 'bigint',
  json: () => ({ type: 'integer' }),
  filter: 'range',
  countBy: 'day',
  cell: (_field, zone) => momentForm(zone),
  cellText: (value, _field, _locale, zone = ownZone()) => {
    if (typeof value !== 'number') return '';
    const text = localTime(value, zone);
    const isExact = momentOf(text, zone) === Math.floor(value / SECOND) * SECOND;
    return isExact ? text : `${text}${isoOffset(minutesEastOf(zone, value))}`;
  },
  format: ['yyyy-MM-dd HH:mm:ss', 'yyyy-MM-dd HH:mm:ss'],
  fromWire: (value) => momentOf(value),
  text: (value, _field, _locale, zone) => (typeof value === 'number' ? localTime(value, zone) : ''),
  parse: (text, _field, _locale, zone) => momentOf(text, zone),
};

export const description: KindDescription<'datetime'> = {
  label: ['Time', '时间'],
  text: [
    "A time: epoch ms in the record, shown in the reader's time zone.",
    '时间：记录中为毫秒时间戳，按使用者的时区显示。',
  ],
  example: "const bought = f.datetime(['Bought', '购入时间'], { max: 'now' });",
  options: {
    relative: described(['Time since', '距今时间'], 'boolean', [
      'Lists show the time since then.',
      '列表中显示距今多久。',
    ]),
    min: described(['Earliest', '最早时间'], { anyOf: [{ oneOf: ['now'] }, 'number'] }, [
      "The earliest time, in epoch ms, or `'now'`.",
      "最早的时间，毫秒时间戳或 `'now'`。",
    ]),
    max: described(['Latest', '最晚时间'], { anyOf: [{ oneOf: ['now'] }, 'number'] }, [
      "The latest time, in epoch ms, or `'now'`.",
      "最晚的时间，毫秒时间戳或 `'now'`。",
    ]),
  },
};
