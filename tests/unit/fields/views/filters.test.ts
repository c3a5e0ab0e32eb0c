import { expect, test } from 'vitest';
import { rangeText } from '../../../../src/fields/views/filters';

test.each([
  ['2', '5', '2 – 5'],
  ['2', '2', '2'],
  ['2', undefined, '≥ 2'],
  [undefined, '5', '≤ 5'],
  [undefined, undefined, ''],
])('formats the range from %s to %s', (from, to, text) => {
  expect(rangeText(from, to)).toBe(text);
});
