import { describe, expect, it } from 'vitest';
import {
  isWithinWeekTimes,
  parseWeekTimes,
  shortWeekTimes,
  type WeekTimes,
  weekTimesOf,
  weekTimesText,
} from '../../../src/domain/weekTimes';

const zone = 'Asia/Shanghai';
const office: WeekTimes = { days: [1, 2, 3, 4, 5], from: '08:00', to: '18:00', zone };
const night: WeekTimes = { days: [5], from: '22:00', to: '06:00', zone };
const sundays: WeekTimes = { days: [7], from: '00:00', to: '00:00', zone: 'America/New_York' };
const always: WeekTimes = { days: [], from: '09:00', to: '10:00', zone: 'UTC' };

describe('isWithinWeekTimes in the schedule’s time zone', () => {
  it.each<[string, WeekTimes, string, boolean]>([
    ['the first minute', office, '2026-11-20T08:00:00+08:00', true],
    ['the last minute', office, '2026-11-20T17:59:59+08:00', true],
    ['after the end', office, '2026-11-20T18:00:00+08:00', false],
    ['on a Saturday', office, '2026-11-21T12:00:00+08:00', false],
    ['by the clock of another zone', office, '2026-11-20T12:00:00Z', false],
    ['Friday night', night, '2026-11-20T23:00:00+08:00', true],
    ['the next morning', night, '2026-11-21T05:59:00+08:00', true],
    ['Friday morning', night, '2026-11-20T05:00:00+08:00', false],
    ['Saturday night', night, '2026-11-21T23:00:00+08:00', false],
    ['all of Sunday', sundays, '2026-11-22T23:30:00-05:00', true],
    ['the Monday after', sundays, '2026-11-23T00:00:00-05:00', false],
    ['every day', always, '2026-11-22T09:30:00Z', true],
  ])('checks %s', (_, times, at, expected) => {
    expect(isWithinWeekTimes(times, Date.parse(at))).toBe(expected);
  });

  it('follows summer time', () => {
    const morning: WeekTimes = { days: [], from: '08:00', to: '09:00', zone: 'Europe/Berlin' };
    expect(isWithinWeekTimes(morning, Date.parse('2026-07-01T06:30:00Z'))).toBe(true);
    expect(isWithinWeekTimes(morning, Date.parse('2026-12-01T07:30:00Z'))).toBe(true);
  });
});

it.each([office, night, sundays, always])('reads back the written times %j', (times) => {
  for (const locale of ['en', 'zh'] as const) {
    expect(parseWeekTimes(weekTimesText(times, locale))).toEqual(times);
  }
});

it.each([
  ['en', office, 'Asia/Shanghai', 'Mon, Tue, Wed, Thu, Fri 08:00–18:00'],
  ['zh', night, 'Asia/Singapore', '周五 22:00–06:00'],
  ['en', night, 'Europe/Berlin', 'Fri 22:00–06:00 UTC+8'],
  ['zh', sundays, 'Asia/Shanghai', '周日 UTC-5'],
  ['en', always, 'UTC', '09:00–10:00'],
] as const)(
  'shows in %s %j to a reader in %s without the name of a zone',
  (locale, times, readersZone, text) => {
    expect(shortWeekTimes(times, locale, readersZone, Date.parse('2026-11-20T12:00:00Z'))).toBe(
      text,
    );
  },
);

it.each<[string, unknown]>([
  ['no zone', { ...office, zone: '' }],
  ['an unknown zone', { ...office, zone: 'Asia/Nowhere' }],
  ['an invalid hour', { ...office, to: '24:00' }],
  ['an eighth day', { ...office, days: [8] }],
  ['a text', 'always'],
  ['no value', null],
])('refuses %s as week times', (_, value) => {
  expect(weekTimesOf(value)).toBeUndefined();
});
