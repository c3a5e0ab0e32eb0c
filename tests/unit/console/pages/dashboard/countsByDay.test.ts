import { expect, it } from 'vitest';
import { countsByDay } from '../../../../../src/console/pages/dashboard/countsByDay';

const groups = [
  { value: 100, split: 8, count: 2 },
  { value: 100, split: 12, count: 3 },
  { value: 100, split: 1, count: 40 },
  { value: 300, split: 8, count: 1 },
  { value: 999, split: 8, count: 70 },
];

it.each([
  ['adds what belongs together', [8, 12], [5, 0, 1]],
  ['keeps apart what does not', [1], [40, 0, 0]],
  ['has a number for every day', [14], [0, 0, 0]],
])('%s', (_, splits, counts) => {
  expect(countsByDay(groups, [100, 200, 300], splits)).toEqual(counts);
});
