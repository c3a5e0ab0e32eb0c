import { expect, test } from 'vitest';
import {
  extendRange,
  readSelection,
  togglePage,
  toggleRow,
} from '../../../../../../src/console/entity/list/state/selection';

const rows = [1, 2, 3, 4, 5];

test.each([
  ['one row', [], 2, undefined, [2]],
  ['a further row', [9, 2], 4, undefined, [9, 2, 4]],
  ['one row less', [9, 2], 2, undefined, [9]],
  ['a range downward', [2], 4, 2, [2, 3, 4]],
  ['a range upward', [4], 2, 4, [2, 3, 4]],
  ['a range to be removed', [1, 2, 3, 4], 4, 2, [1]],
  ['one row if the start of the range was removed', [7], 3, 7, [7, 3]],
])('selects %s', (_, selected, id, last, after) => {
  expect(toggleRow(selected, rows, id, last)).toEqual(after);
});

test.each([
  [[], 'none'],
  [[9], 'none'],
  [[1], 'some'],
  [[5, 4, 3, 2, 1, 9], 'all'],
])('with %o selected, the page is %s selected', (selected, expected) => {
  expect(readSelection(new Set(selected), rows)).toBe(expected);
});

test('does not report an empty page as selected', () => {
  expect(readSelection(new Set([1]), [])).toBe('none');
});

test.each([
  [[9], [9, 1, 2, 3, 4, 5]],
  [
    [9, 2],
    [9, 1, 2, 3, 4, 5],
  ],
  [[9, 1, 2, 3, 4, 5], [9]],
])('toggles the whole page from %o', (selected, after) => {
  expect(togglePage(selected, rows)).toEqual(after);
});

test.each([
  ['downward', [], 1, 3, [2, 3, 4]],
  ['upward', [], 3, 1, [2, 3, 4]],
  ['beside an earlier selection', [9, 3], 1, 2, [9, 2, 3]],
  ['back to its start', [9], 2, 2, [9, 3]],
])('extends the selection %s', (_, before, began, come, after) => {
  expect(extendRange(before, rows, began, come)).toEqual(after);
});
