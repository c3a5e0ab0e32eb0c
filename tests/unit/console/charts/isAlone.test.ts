import { expect, it } from 'vitest';
import { isAlone } from '../../../../src/console/charts/isAlone';

const values = [1, null, 2, null, 3, 4, null, 0];

it.each([
  [0, true],
  [1, false],
  [2, true],
  [4, false],
  [5, false],
  [7, true],
])('value %d alone: %s', (index, expected) => {
  expect(isAlone(values, index)).toBe(expected);
});
