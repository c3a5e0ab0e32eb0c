import { expect, test } from 'vitest';
import { type AgeState, ageState, spanOf } from '../../../../src/console/maps/DataAge';

const NOW = 1_700_000_000_000;

test.each<[number | null, boolean, AgeState]>([
  [null, true, 'waiting'],
  [null, false, 'offline'],
  [0, true, 'live'],
  [11_000, true, 'live'],
  [12_000, true, 'late'],
  [30_000, true, 'stale'],
  [1000, false, 'paused'],
  [90_000, false, 'paused'],
])('the data age %s ms after an answer, connected %s, is %s', (ago, connected, state) => {
  expect(ageState(ago === null ? null : NOW - ago, connected, NOW)).toBe(state);
});

test.each<[number, number, string]>([
  [-5000, 0, 'second'],
  [59_999, 59, 'second'],
  [60_000, 1, 'minute'],
  [3_599_000, 59, 'minute'],
  [3_600_000, 1, 'hour'],
  [90_000_000, 1, 'day'],
])('a span of %i ms is %i %s', (ms, value, unit) => {
  expect(spanOf(ms)).toEqual({ value, unit });
});
