import { expect, test } from 'vitest';
import {
  cellPadding,
  fittingWidth,
  widthSet,
} from '../../../../../src/console/screens/list/columns/listLook';
import { offeredSizes, usedSize } from '../../../../../src/console/screens/list/pageSizes';

test.each([
  [10, 56],
  [120.4, 120],
  [9000, 640],
])('%d px wished, %d px wide', (wished, width) => {
  expect(fittingWidth(wished)).toBe(width);
});

test('a width is set, changed and given up', () => {
  const one = widthSet({}, 'sn', 120);
  expect(widthSet(one, 'name', 200)).toEqual({ sn: 120, name: 200 });
  expect(widthSet(one, 'sn', 1)).toEqual({ sn: 56 });
  expect(widthSet(one, 'sn', undefined)).toEqual({});
});

test.each([
  ['compact', 6, 2],
  ['compact', 2, 0],
  ['normal', 6, 6],
  ['roomy', 6, 11],
] as const)('%s rows of size %d', (density, size, padding) => {
  expect(cellPadding(density, size)).toBe(padding);
});

test.each([
  [20, false, 20],
  [1000, false, 1000],
  [1000, true, 100],
  [10, false, 20],
  [70, false, 50],
])('%d rows a page, as cards: %s, are %d', (chosen, narrow, used) => {
  expect(usedSize(chosen, narrow)).toBe(used);
  expect(offeredSizes(narrow)).toContain(used);
});
