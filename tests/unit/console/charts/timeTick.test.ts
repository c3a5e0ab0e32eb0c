import { expect, it } from 'vitest';
import { timeTick } from '../../../../src/console/charts/drawing/timeTick';

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
