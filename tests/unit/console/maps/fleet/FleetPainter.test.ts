import { expect, test } from 'vitest';
import { headingOf, isStale, shortCount } from '../../../../../src/console/maps/fleet/FleetPainter';

const HOUR = 3_600_000;
const NOW = 1_700_000_000_000;

test.each<[string, number, number, boolean]>([
  ['fresh', 1, NOW - HOUR, false],
  ['old position', 1, NOW - 7 * HOUR, true],
  ['offline', 0, NOW, true],
  ['asleep', 2, NOW - HOUR, false],
  ['without a time', 1, Number.NaN, false],
])('judges staleness: %s', (_, communicate_status, position_time, stale) => {
  expect(isStale(communicate_status, position_time, NOW)).toBe(stale);
});

test.each<[string, number, number, number | null]>([
  ['moving', 40, 90, 90],
  ['due north', 40, 0, 0],
  ['standing, wandering fix', 1, 90, null],
  ['no course', 40, Number.NaN, null],
  ['no speed', Number.NaN, 90, null],
])('returns a heading: %s', (_, speed, course, heading) => {
  expect(headingOf(speed, course)).toBe(heading);
});

test.each([
  [2, '2'],
  [999, '999'],
  [1000, '1.0k'],
  [9949, '9.9k'],
  [9960, '10k'],
  [999_499, '999k'],
  [1_200_000, '1.2M'],
])('%i is shortened to %s', (count, text) => {
  expect(shortCount(count)).toBe(text);
});
