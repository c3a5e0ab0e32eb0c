import { expect, test } from 'vitest';
import {
  renderedRows,
  withFocusedRow,
} from '../../../../../../src/console/entity/list/table/rowWindow';

test.each([
  [[3, 4, 5], -1, [3, 4, 5]],
  [[3, 4, 5], 4, [3, 4, 5]],
  [[3, 4, 5], 0, [0, 3, 4, 5]],
  [[3, 4, 5], 90, [3, 4, 5, 90]],
  [[9, 10, 11], 2, [2, 9, 10, 11]],
])('renders for %o in view and row %d focused the rows %o', (inView, focusedRow, expected) => {
  expect(withFocusedRow(inView, focusedRow)).toEqual(expected);
});

test('leaves the height of rows that are not rendered', () => {
  const items = [
    { index: 0, start: 0, end: 40 },
    { index: 5, start: 200, end: 240 },
    { index: 6, start: 240, end: 300 },
  ];
  expect(renderedRows(items, 1000)).toEqual({
    rows: [
      { index: 0, gap: 0 },
      { index: 5, gap: 160 },
      { index: 6, gap: 0 },
    ],
    after: 700,
  });
  expect(renderedRows([], 1000)).toEqual({ rows: [], after: 1000 });
});
