import { expect, it } from 'vitest';
import { isIsolatedPoint, timeTick, valueRange } from '../../../../../src/console/look/charts/Line';

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

it.each([
  ['equal values', [4.12, null, 4.12], {}, [4.1, 4.14]],
  ['values that two decimals can tell apart', [4.1, 4.2], {}, [undefined, undefined]],
  ['a declared range', [90, 90], { min: 0, max: 100 }, [0, 100]],
  ['no value', [null], {}, [undefined, undefined]],
] as const)('the axis of %s has labels', (_, values, range, [min, max]) => {
  const wide = valueRange(values, range);
  expect([wide.min?.toFixed(2), wide.max?.toFixed(2)]).toEqual([min?.toFixed(2), max?.toFixed(2)]);
});
