import { expect, test } from 'vitest';
import {
  extendRange,
  readSelection,
  togglePage,
  toggleRow,
} from '../../../../../../src/console/entity/list/state/selection';

const rows = [1, 2, 3, 4, 5];

test.each([
  ['one', [], 2, undefined, [2]],
  ['one more', [9, 2], 4, undefined, [9, 2, 4]],
  ['one less', [9, 2], 2, undefined, [9]],
  ['a range downward', [2], 4, 2, [2, 3, 4]],
  ['a range upward', [4], 2, 4, [2, 3, 4]],
  ['a range away', [1, 2, 3, 4], 4, 2, [1]],
  ['a range from a row that is gone', [7], 3, 7, [7, 3]],
])('%s', (_, selected, id, last, after) => {
  expect(toggleRow(selected, rows, id, last)).toEqual(after);
});

test.each([
  [[], 'none'],
  [[9], 'none'],
  [[1], 'some'],
  [[5, 4, 3, 2, 1, 9], 'all'],
])('%o of the page is %s', (selected, expected) => {
  expect(readSelection(new Set(selected), rows)).toBe(expected);
});

test('an empty page is not selected', () => {
  expect(readSelection(new Set([1]), [])).toBe('none');
});

test.each([
  [[9], [9, 1, 2, 3, 4, 5]],
  [
    [9, 2],
    [9, 1, 2, 3, 4, 5],
  ],
  [[9, 1, 2, 3, 4, 5], [9]],
])('%o with the box over all pressed', (selected, after) => {
  expect(togglePage(selected, rows)).toEqual(after);
});

test.each([
  ['downward', [], 1, 3, [2, 3, 4]],
  ['upward', [], 3, 1, [2, 3, 4]],
  ['beside what was selected before', [9, 3], 1, 2, [9, 2, 3]],
  ['back to where it began', [9], 2, 2, [9, 3]],
])('an extension %s', (_, before, began, come, after) => {
  expect(extendRange(before, rows, began, come)).toEqual(after);
});
