import { expect, test } from 'vitest';
import { isPeriod, periodName, periodStart } from '../../../../src/fields/datetime/schema';
import { fromLocalInput, toLocalInput } from '../../../../src/fields/datetime/view';

const now = new Date(2026, 4, 20, 15, 30).getTime();
const HOUR = 3_600_000;

test.each([
  ['today', new Date(2026, 4, 20).getTime()],
  ['24h', now - 24 * HOUR],
  ['7d', now - 7 * 24 * HOUR],
  ['30d', now - 30 * 24 * HOUR],
] as const)('%s begins', (period, start) => {
  expect(periodStart(period, now)).toBe(start);
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

test('the browser’s input holds local time, both ways', () => {
  const typed = toLocalInput(now);
  expect(typed).toBe('2026-05-20T15:30:00');
  expect(fromLocalInput(typed)).toBe(now);
  expect([toLocalInput(null), fromLocalInput(''), fromLocalInput(null)]).toEqual(['', null, null]);
});
