import { expect, test } from 'vitest';
import { placeholdersOf } from '../../../../../src/console/entity/form/EntityForm';

test.each([
  ['all records', 2, ['A1', 'A2'], ['A1', 'A2']],
  ['the first records', 9, ['A1', 'A2'], ['A1', 'A2', '…']],
  ['the first and the last records', 9, ['A1', '…', 'A9'], ['A1', '…', 'A9']],
])('a preview shows %s', (_, total, samples, expected) => {
  expect(placeholdersOf({ total, samples, problems: [] })).toEqual(expected);
});
