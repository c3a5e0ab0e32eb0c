import { expect, test } from 'vitest';
import { cellErrors, validRows } from '../../../../../../src/console/entity/list/bar/import';
import type { ImportAnswer } from '../../../../../../src/protocol';

const answer: ImportAnswer = {
  total: 10,
  added: 0,
  errors: [
    { row: 3, fields: { sn: 'Taken' } },
    { row: 7, fields: { sn: 'Required', name: 'Too long' } },
    { row: 7, fields: { org_id: 'Unknown' } },
  ],
};

test('lists each wrong cell with its row', () => {
  expect(cellErrors(answer).map(({ row, field, message }) => [row, field, message])).toEqual([
    [3, 'sn', 'Taken'],
    [7, 'sn', 'Required'],
    [7, 'name', 'Too long'],
    [7, 'org_id', 'Unknown'],
  ]);
  expect(new Set(cellErrors(answer).map(({ key }) => key)).size).toBe(4);
});

test('counts a row once, however many errors it has', () => {
  expect(validRows(answer)).toBe(8);
});
