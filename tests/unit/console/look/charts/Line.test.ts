import { expect, it } from 'vitest';
import { isIsolatedPoint, timeTick } from '../../../../../src/console/look/charts/Line';

const values = [1, null, 2, null, 3, 4, null, 0];

it.each([
  [0, true],
  [1, false],
  [2, true],
  [4, false],
  [5, false],
  [7, true],
])('value %d alone: %s', (index, expected) => {
  expect(isIsolatedPoint(values, index)).toBe(expected);
});

const DAY = 86_400_000;
const at = new Date(2026, 2, 5, 7, 30).getTime();

it.each([
  [DAY, 'en', '07:30'],
  [DAY, 'zh', '07:30'],
  [7 * DAY, 'en', 'Mar 5'],
  [7 * DAY, 'zh', '3月5日'],
] as const)('over %d ms in %s it reads %s', (span, locale, text) => {
  expect(timeTick(at, span, locale)).toBe(text);
});
