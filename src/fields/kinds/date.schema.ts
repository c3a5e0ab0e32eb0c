import type { Day } from '../../config';
import { HOUR } from '../../domain/duration';
import { localTime } from '../../domain/figures';
import { dayForm } from '../cellForms';
import { described, type KindDescription } from '../description';
import { rule } from '../rule';
import type { FieldSchema } from '../schemas';

declare module '../../config/field' {
  interface FieldKinds<O> {
    date: { options: { min?: string; max?: string }; value: string; formula: Day };
  }
}

/** True for a day of the calendar: 45 May is none. */
export const isDay = (text: string): boolean => {
  const at = new Date(`${text}T00:00:00Z`);
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && at.toJSON()?.startsWith(text) === true;
};

type Bound = string | undefined;

/**
 * Resolves a limit. For "today" the server does not know the reader's time zone, so it accepts a day that is today
 * anywhere on earth.
 */
const bound = (day: Bound, hours: number): string | undefined =>
  day === 'today' ? new Date(Date.now() + hours * HOUR).toISOString().slice(0, 10) : day;

const complaint = (name: 'notBefore' | 'notAfter', day: Bound): string =>
  day === 'today' ? rule(`${name}Now`) : rule(name, { at: day });

/** Skips values that are no day, as they have an error already. */
const within = (isFine: (day: string) => boolean) => (value: string | null | undefined) =>
  !value || !isDay(value) || isFine(value);

export const schema: FieldSchema<'date'> = {
  rule: ({ min, max }, { string }) =>
    string()
      .typeError(rule('date'))
      .test('date', rule('date'), (value) => !value || isDay(value))
      .test(
        'min',
        complaint('notBefore', min),
        within((day) => day >= (bound(min, -12) ?? day)),
      )
      .test(
        'max',
        complaint('notAfter', max),
        within((day) => day <= (bound(max, 14) ?? day)),
      ),
  sql: () => 'date',
  json: () => ({ type: 'string', format: 'date' }),
  filter: 'range',
  atMoment: (ms) => localTime(ms).slice(0, 10),
  cell: () => dayForm,
  format: ['yyyy-MM-dd', 'yyyy-MM-dd'],
  fromWire: (value) => (typeof value === 'string' ? value.slice(0, 10) : value),
  parse: (text) => (isDay(text) ? text : undefined),
};

export const description: KindDescription<'date'> = {
  label: ['Date', '日期'],
  text: ['A day of the calendar, the same in every time zone.', '日历上的一天，与时区无关。'],
  example: "const inspection = f.date(['Next inspection', '下次年检'], { min: 'today' });",
  options: {
    min: described(['First day', '最早日期'], 'text', [
      "The first day, `yyyy-MM-dd` or `'today'`.",
      "最早的日期，`yyyy-MM-dd` 或 `'today'`。",
    ]),
    max: described(['Last day', '最晚日期'], 'text', [
      "The last day, `yyyy-MM-dd` or `'today'`.",
      "最晚的日期，`yyyy-MM-dd` 或 `'today'`。",
    ]),
  },
};
