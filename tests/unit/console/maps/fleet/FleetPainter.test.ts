import { expect, test } from 'vitest';
import { headingOf, isStale, shortCount } from '../../../../../src/console/maps/fleet/FleetPainter';
import type { LiveDevice } from '../../../../../src/domain/live';
import { device } from './device';

const HOUR = 3_600_000;
const NOW = 1_700_000_000_000;

test.each<[string, Partial<LiveDevice>, boolean]>([
  ['fresh', { position_time: NOW - HOUR }, false],
  ['old position', { position_time: NOW - 7 * HOUR }, true],
  ['offline', { position_time: NOW, communicate_status: 0 }, true],
  ['no time known', { position_time: null }, false],
])('stale: %s', (_, given, stale) => {
  expect(isStale(device('a', given), NOW)).toBe(stale);
});

test.each<[string, Partial<LiveDevice>, number | null]>([
  ['moving', { speed: 40, course: 90 }, 90],
  ['due north', { speed: 40, course: 0 }, 0],
  ['standing, wandering fix', { speed: 1, course: 90 }, null],
  ['no course', { speed: 40, course: null }, null],
  ['no speed', { speed: null, course: 90 }, null],
  ['out of date', { speed: 40, course: 90, communicate_status: 0 }, null],
])('heading: %s', (_, given, heading) => {
  expect(headingOf(device('a', given), NOW)).toBe(heading);
});

test.each([
  [2, '2'],
  [999, '999'],
  [1000, '1.0k'],
  [9949, '9.9k'],
  [9960, '10k'],
  [999_499, '999k'],
  [1_200_000, '1.2M'],
])('%i is written %s', (count, text) => {
  expect(shortCount(count)).toBe(text);
});
