import { expect, it } from 'vitest';
import { choiceShares } from '../../../../../src/console/pages/dashboard/choiceShares';
import { choices } from '../../../../../src/domain/choices';

const table = choices(
  [
    [0, 'None', '无'],
    [1, 'Soon', '即将'],
  ],
  { 1: 'warning' },
);

it('has a row for every choice, in the order of the table', () => {
  const groups = [
    { value: 1, count: 7 },
    { value: 5, count: 2 },
    { value: null, count: 3 },
  ];
  expect(choiceShares(table, groups)).toEqual([
    { value: 0, label: ['None', '无'], count: 0, tone: 'default' },
    { value: 1, label: ['Soon', '即将'], count: 7, tone: 'warning' },
  ]);
});
