import { HOUR } from '../../domain/duration';
import { localTime } from '../../domain/figures';
import { dayForm } from '../cellForms';
import { rule } from '../rule';
import type { FieldSchema } from '../schemas';

declare module '../../config/field' {
  interface FieldKinds<O> {
    /** `min` and `max`: yyyy-MM-dd, or the day on which it is said. */
    date: { options: { min?: string; max?: string }; value: string };
  }
}

/** Whether a text is a day of the calendar: the 45th of May is not. */
export const isDay = (text: string): boolean => {
  const at = new Date(`${text}T00:00:00Z`);
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && at.toJSON()?.startsWith(text) === true;
};

type Bound = string | undefined;

/**
 * A day that bounds others. Where it is "today" the server does not know whose: a day that is it anywhere on earth is
 * not refused.
 */
const bound = (day: Bound, hours: number): string | undefined =>
  day === 'today' ? new Date(Date.now() + hours * HOUR).toISOString().slice(0, 10) : day;

const complaint = (name: 'notBefore' | 'notAfter', day: Bound): string =>
  day === 'today' ? rule(`${name}Now`) : rule(name, { at: day });

/** What is no day is not judged twice. */
const within = (isFine: (day: string) => boolean) => (value: string | null | undefined) =>
  !value || !isDay(value) || isFine(value);

/** A calendar day, yyyy-MM-dd, the same day in every time zone. */
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
  filter: 'range',
  atMoment: (ms) => localTime(ms).slice(0, 10),
  cell: () => dayForm,
  format: ['yyyy-MM-dd', 'yyyy-MM-dd'],
  fromWire: (value) => (typeof value === 'string' ? value.slice(0, 10) : value),
  parse: (text) => (isDay(text) ? text : undefined),
};
