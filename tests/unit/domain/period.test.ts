import { describe, expect, it, test } from 'vitest';
import {
  dayPeriods,
  isPeriod,
  type Period,
  periodSpan,
  periodStarts,
  type TimeUnit,
  timeUnitText,
} from '../../../src/domain/period';

const iso = (at: number) => new Date(at).toISOString().slice(0, 16);
const BERLIN = 'Europe/Berlin';
const SHIFTS = [8 * 60, 20 * 60];

describe('periodSpan', () => {
  it.each<[string, Period, string, string, string, string]>([
    [
      'a day of 23 hours',
      'today',
      '2026-03-29T10:00Z',
      BERLIN,
      '2026-03-28T23:00',
      '2026-03-29T10:00',
    ],
    [
      'a day of 25 hours',
      'yesterday',
      '2026-10-26T10:00Z',
      BERLIN,
      '2026-10-24T22:00',
      '2026-10-25T22:59',
    ],
    [
      'a week with a clock change',
      'lastWeek',
      '2026-10-28T10:00Z',
      BERLIN,
      '2026-10-18T22:00',
      '2026-10-25T22:59',
    ],
    [
      'a leap month',
      'lastMonth',
      '2028-03-31T10:00Z',
      'Asia/Shanghai',
      '2028-01-31T16:00',
      '2028-02-29T15:59',
    ],
    [
      'a month of last year',
      'lastMonth',
      '2027-01-01T00:00Z',
      'UTC',
      '2026-12-01T00:00',
      '2026-12-31T23:59',
    ],
    [
      'this week, on its Sunday',
      'thisWeek',
      '2026-11-29T10:00Z',
      BERLIN,
      '2026-11-22T23:00',
      '2026-11-29T10:00',
    ],
    [
      'this week, on its Monday',
      'thisWeek',
      '2026-11-22T23:00Z',
      BERLIN,
      '2026-11-22T23:00',
      '2026-11-22T23:00',
    ],
    [
      'this month, with a clock change',
      'thisMonth',
      '2026-03-31T10:00Z',
      BERLIN,
      '2026-02-28T23:00',
      '2026-03-31T10:00',
    ],
    [
      'the shift in the given time zone',
      'shift',
      '2026-05-20T02:00Z',
      'Asia/Shanghai',
      '2026-05-20T00:00',
      '2026-05-20T02:00',
    ],
    [
      'the shift that began yesterday',
      'shift',
      '2026-05-19T17:00Z',
      'Asia/Shanghai',
      '2026-05-19T12:00',
      '2026-05-19T17:00',
    ],
    ['24 hours', '24h', '2026-03-29T10:00Z', BERLIN, '2026-03-28T10:00', '2026-03-29T10:00'],
    ['7 days', '7d', '2026-03-29T10:00Z', BERLIN, '2026-03-22T23:00', '2026-03-29T10:00'],
    ['30 days', '30d', '2026-03-29T10:00Z', BERLIN, '2026-02-27T23:00', '2026-03-29T10:00'],
    [
      'a day without midnight',
      'today',
      '2024-09-08T12:00Z',
      'America/Santiago',
      '2024-09-08T04:00',
      '2024-09-08T12:00',
    ],
  ])('returns the span of %s', (_what, period, now, zone, from, to) => {
    const span = periodSpan(period, Date.parse(now), { zone, shifts: SHIFTS });
    expect([iso(span.from), iso(span.to)]).toEqual([from, to]);
  });
});

test.each<[TimeUnit, string, string, string[]]>([
  [
    'day',
    '2026-03-28T12:00Z',
    '2026-03-29T12:00Z',
    ['2026-03-27T23:00', '2026-03-28T23:00', '2026-03-29T22:00'],
  ],
  [
    'week',
    '2026-03-29T12:00Z',
    '2026-03-29T22:00Z',
    ['2026-03-22T23:00', '2026-03-29T22:00', '2026-04-05T22:00'],
  ],
  [
    'month',
    '2024-02-29T12:00Z',
    '2024-03-31T12:00Z',
    ['2024-01-31T23:00', '2024-02-29T23:00', '2024-03-31T22:00'],
  ],
])('splits a time span by %s', (unit, from, to, cuts) => {
  expect(periodStarts(unit, Date.parse(from), Date.parse(to), BERLIN).map(iso)).toEqual(cuts);
});

test.each<[TimeUnit, string]>([
  ['day', '2024-02-29'],
  ['week', '2024-02-26 – 2024-03-03'],
  ['month', '2024-02'],
])('labels a %s as %s', (unit, text) => {
  expect(timeUnitText(unit, Date.parse('2024-02-28T23:00Z'), BERLIN)).toBe(text);
});

test('offers whole days only for a field without hours', () => {
  expect(dayPeriods.map(([period]) => period)).toEqual([
    'today',
    'yesterday',
    'thisWeek',
    'lastWeek',
    'thisMonth',
    'lastMonth',
    '7d',
    '30d',
  ]);
});

test('recognises its own periods only', () => {
  expect([isPeriod('7d'), isPeriod('7'), isPeriod(7), isPeriod(null)]).toEqual([
    true,
    false,
    false,
    false,
  ]);
});
