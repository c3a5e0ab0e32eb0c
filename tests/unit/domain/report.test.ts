import { describe, expect, it, test } from 'vitest';
import {
  cutsOf,
  nextSending,
  type ReportPeriod,
  spanOf,
  type TimeUnit,
  timeUnitText,
} from '../../../src/domain/report';
import { momentAt, zoneText } from '../../../src/domain/zone';

const iso = (at: number | undefined) =>
  at === undefined ? undefined : new Date(at).toISOString().slice(0, 16);
const BERLIN = 'Europe/Berlin';

describe('the time that a period means', () => {
  it.each<[string, ReportPeriod, string, string, string, string]>([
    [
      'a day of 23 hours',
      'today',
      '2026-03-29T10:00Z',
      BERLIN,
      '2026-03-28T23:00',
      '2026-03-29T21:59',
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
      'a week over it',
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
    ['7 days', 'week', '2026-03-29T10:00Z', BERLIN, '2026-03-22T23:00', '2026-03-29T21:59'],
    [
      'a day without midnight',
      'today',
      '2024-09-08T12:00Z',
      'America/Santiago',
      '2024-09-08T04:00',
      '2024-09-09T02:59',
    ],
  ])('%s', (_what, period, now, zone, from, to) => {
    const span = spanOf(period, Date.parse(now), zone);
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
])('a time is cut into each %s', (unit, from, to, cuts) => {
  expect(cutsOf(unit, Date.parse(from), Date.parse(to), BERLIN).map(iso)).toEqual(cuts);
});

test.each<[TimeUnit, string]>([
  ['day', '2024-02-29'],
  ['week', '2024-02-26 – 2024-03-03'],
  ['month', '2024-02'],
])('a %s is called %s', (unit, text) => {
  expect(timeUnitText(unit, Date.parse('2024-02-28T23:00Z'), BERLIN)).toBe(text);
});

test.each([
  ['on a morning in summer', { every: 'daily', hour: 8 }, '2026-03-29T07:00Z', '2026-03-30T06:00'],
  ['on a morning in winter', { every: 'daily', hour: 8 }, '2026-10-25T08:00Z', '2026-10-26T07:00'],
  [
    'at an hour that is left out',
    { every: 'daily', hour: 2 },
    '2026-03-28T12:00Z',
    '2026-03-29T01:00',
  ],
  ['on Monday', { every: 'weekly', hour: 8, week_day: 1 }, '2026-11-23T08:00Z', '2026-11-30T07:00'],
  [
    'on the 28th',
    { every: 'monthly', hour: 8, month_day: 28 },
    '2026-02-28T09:00Z',
    '2026-03-28T07:00',
  ],
  ['never', { every: 'never' }, '2026-02-28T09:00Z', undefined],
])('a report goes out %s', (_when, sending, after, at) => {
  expect(iso(nextSending({ ...sending, zone: BERLIN }, Date.parse(after)))).toBe(at);
});

test.each([
  ['Asia/Shanghai', 'Asia/Shanghai (UTC+8)'],
  ['America/St_Johns', 'America/St_Johns (UTC-3:30, UTC-2:30)'],
  ['UTC', 'UTC'],
])('%s is shown with its distance from Greenwich', (zone, text) => {
  expect(zoneText(zone, Date.UTC(2026, 0, 1), Date.UTC(2026, 6, 1))).toBe(text);
});

test('what clocks say twice is the first time, what they never say as long after', () => {
  const wall = (hour: number, month: number, day: number) => Date.UTC(2026, month, day, hour, 30);
  expect(iso(momentAt(BERLIN, wall(2, 9, 25)))).toBe('2026-10-25T00:30');
  expect(iso(momentAt(BERLIN, wall(2, 2, 29)))).toBe('2026-03-29T01:30');
});
