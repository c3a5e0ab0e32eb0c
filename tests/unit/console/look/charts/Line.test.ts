import { expect, it } from 'vitest';
import {
  dotsOf,
  timeTick,
  valueRange,
  valueTick,
} from '../../../../../src/console/look/charts/Line';

it('draws as dots a value without neighbours and both ends of a line that is too short', () => {
  const values: [at: number, value: number | null][] = [
    [0, 1],
    [1, null],
    [10, 2],
    [11, null],
    [20, 3],
    [70, 4],
    [71, null],
    [80, 5],
    [82, 6],
    [84, 7],
    [85, null],
    [90, 0],
  ];
  const dots = dotsOf(
    values.map(([at, value]) => ({ at, value })),
    5,
  );
  expect(values.filter((_, i) => dots[i]).map(([at]) => at)).toEqual([0, 10, 80, 84, 90]);
});

const DAY = 86_400_000;
const at = new Date(2026, 2, 5, 7, 30).getTime();

it.each([
  [DAY, 'en', '07:30'],
  [DAY, 'zh', '07:30'],
  [7 * DAY, 'en', 'Mar 5'],
  [7 * DAY, 'zh', '3月5日'],
] as const)('labels a tick of a %d ms axis in %s with %s', (span, locale, text) => {
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

it.each([
  [4, '4.00', '4.00'],
  [3.985, '3.985', '3.99'],
  [16.4, '16.4', '16.4'],
  [1200, '1,200', '1,200'],
  [20, '', '20'],
])('writes the tick %d, %s to its scale, as %s', (value, scaleLabel, tick) => {
  expect(valueTick(value, scaleLabel, 'en')).toBe(tick);
});
