import { describe, expect, it, test } from 'vitest';
import {
  distanceText,
  lengthText,
  momentFromNow,
  offlineText,
  relativeTime,
  shortAge,
  shortNumber,
  withUnit,
} from '../../../src/domain/figures';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

describe('offlineText', () => {
  it.each([
    [-HOUR, 'en', null],
    [0, 'en', null],
    [6 * SECOND, 'en', null],
    [Number.NaN, 'en', null],
    [6 * SECOND + 1, 'en', '1 min'],
    [2 * MINUTE - 1, 'en', '1 min'],
    [2 * MINUTE, 'en', '2 min'],
    [HOUR - 1, 'en', '59 min'],
    [HOUR, 'en', '1 h'],
    [3 * HOUR, 'zh', '3 小时'],
    [DAY - 1, 'en', '23 h'],
    [DAY, 'en', '1 d'],
    [400 * DAY, 'zh', '400 天'],
  ] as const)('shows a silence of %d ms in %s as %s', (silence, locale, text) => {
    expect(offlineText(silence, locale)).toBe(text);
  });
});

it.each([
  ['42', 'km/h', '42 km/h'],
  ['76', '%', '76%'],
  ['20.6', '°C', '20.6°C'],
])('%s with the unit %s is %s', (written, unit, text) => {
  expect(withUnit(written, unit)).toBe(text);
});

describe('shortNumber', () => {
  it.each([
    [0, 0, '0'],
    [999, 0, '999'],
    [1000, 0, '1k'],
    [1499, 0, '1k'],
    [1500, 0, '2k'],
    [10_000, 0, '10k'],
    [1_234_567, 1, '1.2M'],
    [1_234_567, 2, '1.23M'],
    [1_500_000, 2, '1.5M'],
    [100.456, 1, '100.456'],
    [999_999, 0, '1M'],
    [999_999, 1, '1M'],
    [999_949, 1, '999.9k'],
    [2_500_000_000, 1, '2.5G'],
    [3e12, 1, '3T'],
    [-5000, 1, '-5k'],
    [1e21, 0, '1000E'],
    [Number.NaN, 1, ''],
  ])('writes %d with %d digits as %s', (value, digits, text) => {
    expect(shortNumber(value, digits)).toBe(text);
  });
});

it.each([
  [-20_000, 'now', '刚刚'],
  [20_000, 'now', '刚刚'],
  [-MINUTE, '1 minute ago', '1 分钟前'],
  [-59.9 * MINUTE, '59 minutes ago', '59 分钟前'],
  [-90 * MINUTE, '1 hour ago', '1 小时前'],
  [-25 * 60 * MINUTE, '1 day ago', '1 天前'],
  [-45 * 24 * 60 * MINUTE, '1 month ago', '1 个月前'],
  [-800 * 24 * 60 * MINUTE, '2 years ago', '2 年前'],
  [3 * 60 * MINUTE, 'in 3 hours', '3 小时后'],
])('a moment %d ms from now is “%s”', (offset, en, zh) => {
  const now = 1_790_000_000_000;
  expect(relativeTime(now + offset, now, 'en')).toBe(en);
  expect(relativeTime(now + offset, now, 'zh')).toBe(zh);
});

it.each([
  [-59_000, 'now', '刚刚'],
  [-54.9 * MINUTE, '54 min', '54 分钟'],
  [-23.9 * 60 * MINUTE, '23 h', '23 小时'],
  [-45 * DAY, '45 d', '45 天'],
  [3 * 60 * MINUTE, 'in 3 hours', '3 小时后'],
])('a moment %d ms from now is “%s” in short', (offset, en, zh) => {
  const now = 1_790_000_000_000;
  expect(shortAge(now + offset, now, 'en')).toBe(en);
  expect(shortAge(now + offset, now, 'zh')).toBe(zh);
});

test.each([
  ['now', 0, 'now', '刚刚'],
  ['now-24h', -DAY, '24 hours ago', '24 小时前'],
  ['now+30d', 30 * DAY, 'in 30 days', '30 天后'],
  ['now-1m', -MINUTE, '1 minute ago', '1 分钟前'],
])('%s is a relative time', (told, offset, en, zh) => {
  expect(momentFromNow(told, 5 * DAY)).toBe(5 * DAY + offset);
  expect(distanceText(told, 'en')).toBe(en);
  expect(distanceText(told, 'zh')).toBe(zh);
});

test.each([['nowhere'], ['now-'], ['now-1y'], ['now - 1d'], [5], [null]])(
  '%s is not a relative time',
  (told) => {
    expect(momentFromNow(told, 0)).toBeUndefined();
    expect(distanceText(told, 'en')).toBeUndefined();
  },
);

test.each([
  [849.6, '850 m'],
  [999.6, '1 km'],
  [12_345, '12.3 km'],
  [246_712, '246.7 km'],
])('%s metres are %s', (metres, text) => {
  expect(lengthText(metres, 'en')).toBe(text);
});
