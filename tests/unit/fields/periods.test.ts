import { expect, test } from 'vitest';
import {
  dayPeriods,
  isPeriod,
  periodDays,
  periodName,
  periodSpan,
} from '../../../src/fields/periods';

const now = new Date(2026, 4, 20, 15, 30).getTime();
const HOUR = 3_600_000;
const SHIFTS = [8 * 60, 20 * 60];

test.each([
  ['today', new Date(2026, 4, 20).getTime(), undefined],
  ['yesterday', new Date(2026, 4, 19).getTime(), new Date(2026, 4, 20).getTime() - 1],
  ['shift', new Date(2026, 4, 20, 8).getTime(), undefined],
  ['24h', now - 24 * HOUR, undefined],
  ['7d', now - 7 * 24 * HOUR, undefined],
  ['30d', now - 30 * 24 * HOUR, undefined],
] as const)('%s begins, and ends', (period, from, to) => {
  expect(periodSpan(period, now, SHIFTS)).toEqual(to === undefined ? { from } : { from, to });
});

test.each([
  ['today', '2026-05-20', '2026-05-20'],
  ['yesterday', '2026-05-19', '2026-05-19'],
  ['7d', '2026-05-13', '2026-05-20'],
  ['30d', '2026-04-20', '2026-05-20'],
] as const)('%s in days, both ends counted', (period, from, to) => {
  expect(periodDays(period, now)).toEqual({ from, to });
});

test('a field without hours is narrowed to whole days only', () => {
  expect(dayPeriods.map(([period]) => period)).toEqual(['today', 'yesterday', '7d', '30d']);
});

test('knows its own words only', () => {
  expect([isPeriod('7d'), isPeriod('7'), isPeriod(7), isPeriod(null)]).toEqual([
    true,
    false,
    false,
    false,
  ]);
});

test('has a filter of its own beside the ends of the range', () => {
  expect(periodName('create_time')).toBe('create_time_last');
});
