import { expect, test } from 'vitest';
import { holdRows, waitingCount } from '../../../../src/console/app/heldRows';

const row = (id: number, state = 0) => ({ id, state });
const [a, b, c] = [row(3), row(2), row(1)];
const [takenB, takenC] = [row(2, 1), row(1, 1)];

test.each([
  ['the same rows', [a, b], [a, b], undefined, [a, b]],
  ['a row that comes first', [b, c], [a, b, c], undefined, [b, c]],
  ['a row that comes between', [a, c], [a, b, c], undefined, [a, c]],
  ['a row that sinks with its new value', [a, b, c], [a, c, takenB], undefined, [a, takenB, c]],
  ['a row that left and is being read', [a, b], [a], undefined, [a, b]],
  ['a row that left with its new value', [a, b, c], [a, b], [takenC], [a, b, takenC]],
  ['a row that was deleted', [a, b, c], [a, c], [], [a, c]],
  ['rows that took the place of all', [b, c], [a], [takenB, takenC], [takenB, takenC]],
])('keeps rows in their places: %s', (_, before, latest, left, rows) => {
  expect(holdRows(before, latest, left)).toEqual(rows);
});

test.each([
  ['none', [a, b], [a, b], 0],
  ['one on top', [b, c], [a, b, c], 1],
  ['one on top of a full page', [b, c], [a, b], 1],
  ['one at the end of a list that is not full', [a, b], [a, b, c], 1],
  ['none for a row of the next page in the place of one that left', [a, b], [b, c], 0],
  ['one, while another one left', [b, c], [a, c], 1],
])('counts new rows: %s', (_, before, latest, count) => {
  expect(waitingCount(before, latest)).toBe(count);
});
