import { localTime } from '../../domain/figures';
import { dayForm } from '../cellForms';
import { rule } from '../rule';
import type { FieldSchema } from '../schemas';

declare module '../../config/field' {
  interface FieldKinds<O> {
    date: { options: object; value: string };
  }
}

/** Whether a text is a day of the calendar: the 45th of May is not. */
const isDay = (text: string): boolean => {
  const at = new Date(`${text}T00:00:00Z`);
  return /^\d{4}-\d{2}-\d{2}$/.test(text) && at.toJSON()?.startsWith(text) === true;
};

/** A calendar day, yyyy-MM-dd, the same day in every time zone. */
export const schema: FieldSchema<'date'> = {
  rule: (_field, { string }) =>
    string().test('date', rule('date'), (value) => !value || isDay(value)),
  sql: () => 'date',
  filter: 'range',
  atMoment: (ms) => localTime(ms).slice(0, 10),
  cell: () => dayForm,
  format: ['yyyy-MM-dd', 'yyyy-MM-dd'],
  fromWire: (value) => (typeof value === 'string' ? value.slice(0, 10) : value),
  parse: (text) => (isDay(text) ? text : undefined),
};
