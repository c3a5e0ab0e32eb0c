import { localTime, momentOf } from '../../domain/figures';
import { choices } from '../../domain/label';
import { momentForm } from '../cellForms';
import { rule } from '../rule';
import type { FieldSchema } from '../schemas';

declare module '../../config/field' {
  interface FieldKinds<O> {
    datetime: { options: { relative?: boolean }; value: number };
  }
}

/** A moment: ms since 1970 in a record, shown in the operator's time zone. */
export const schema: FieldSchema<'datetime'> = {
  rule: (_field, { number }) => number().integer().typeError(rule('datetime')),
  sql: () => 'bigint',
  filter: 'range',
  countBy: 'day',
  cell: () => momentForm,
  format: ['yyyy-MM-dd HH:mm:ss', 'yyyy-MM-dd HH:mm:ss'],
  fromWire: momentOf,
  text: (value) => (typeof value === 'number' ? localTime(value) : ''),
  parse: (text) => momentOf(text),
};

/** Stretches of time that end now. A list keeps the word, so that it moves on with the clock. */
export const periods = choices([
  ['today', 'Today', '今天'],
  ['24h', 'Last 24 hours', '最近 24 小时'],
  ['7d', 'Last 7 days', '最近 7 天'],
  ['30d', 'Last 30 days', '最近 30 天'],
]);

export type Period = (typeof periods)[number][0];

const HOUR = 3_600_000;
const lengths = { '24h': 24 * HOUR, '7d': 7 * 24 * HOUR, '30d': 30 * 24 * HOUR } as const;

/** Whether a value names a period. */
export const isPeriod = (value: unknown): value is Period =>
  periods.some(([period]) => period === value);

/** When a period began, ms since 1970; days begin at midnight in the reader's time zone. */
export const periodStart = (period: Period, now: number): number =>
  period === 'today' ? new Date(now).setHours(0, 0, 0, 0) : now - lengths[period];

/** The filter that narrows a time field to a period. */
export const periodName = (name: string): string => `${name}_last`;
