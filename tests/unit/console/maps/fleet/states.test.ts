import { expect, test } from 'vitest';
import {
  hasAlarm,
  isOnline,
  markOf,
  slotOfMark,
} from '../../../../../src/console/maps/fleet/marks';
import { shortCount } from '../../../../../src/console/maps/fleet/sprites';
import { headingOf, isStale } from '../../../../../src/console/maps/fleet/staleness';
import { STATES, slotOf, WORST_FIRST, worstOf } from '../../../../../src/console/maps/fleet/states';
import type { LiveDevice } from '../../../../../src/domain/live';
import type { LockStatus } from '../../../../../src/domain/lock';
import { device } from './device';

test('every state has a slot and a severity', () => {
  expect(STATES.map(slotOf)).toEqual([0, 1, 2, 3, 4]);
  expect([...WORST_FIRST].sort()).toEqual([...STATES].sort());
});

test('a status this console does not know counts as initial', () => {
  expect(slotOf(77 as LockStatus)).toBe(slotOf(255));
});

test.each<[number[], LockStatus]>([
  [[1, 1, 1, 1, 1], 3],
  [[1, 1, 9, 0, 1], 1],
  [[1, 0, 9, 0, 1], 0],
  [[0, 0, 1, 0, 99], 2],
  [[0, 0, 0, 0, 1], 255],
])('the worst of %j is %i', (shares, worst) => {
  expect(worstOf(shares)).toBe(worst);
});

test.each(STATES)('a mark keeps state %i, alarm and connection apart', (status) => {
  for (const alarms of [0, 4]) {
    for (const communicate_status of [0, 1] as const) {
      const mark = markOf(device('a', { status, alarms, communicate_status }));
      expect([slotOfMark(mark), hasAlarm(mark), isOnline(mark)]).toEqual([
        slotOf(status),
        alarms > 0,
        communicate_status === 1,
      ]);
    }
  }
});

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
