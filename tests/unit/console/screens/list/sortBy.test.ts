import { expect, test } from 'vitest';
import {
  joinedSort,
  type Sorts,
  sortPressed,
  splitSort,
} from '../../../../../src/console/screens/list/sort/sortBy';

/** `a b-` is a upward, then b downward. */
const sorts = (text: string) =>
  text.split(' ').map((each) => ({
    field: each.replace('-', ''),
    order: each.endsWith('-') ? 'DESC' : 'ASC',
  })) as unknown as Sorts;

test.each([
  ['a', { field: 'a', order: 'ASC' }],
  ['a b-', { field: 'a,b', order: 'ASC,DESC' }],
])('%s is joined and split again', (text, joined) => {
  expect(joinedSort(sorts(text))).toEqual(joined);
  expect(splitSort(joined.field, joined.order)).toEqual(sorts(text));
});

test.each([
  [null, null, undefined],
  ['', 'DESC', undefined],
  ['a,b', 'DESC', sorts('a- b')],
  ['a,,b', 'ASC,ASC,DESC', sorts('a b-')],
  ['a,b,c,d,e', '', sorts('a b c d')],
])('%s with %s', (field, order, read) => {
  expect(splitSort(field, order)).toEqual(read);
});

test.each([
  ['a', 'a', false, 'a-'],
  ['a-', 'a', false, 'a'],
  ['a', 'b', false, 'b'],
  ['a b-', 'b', false, 'b'],
  ['a b', 'a', false, 'a-'],
  ['a', 'b', true, 'a b'],
  ['a b', 'b', true, 'a b-'],
  ['a b-', 'b', true, 'a'],
  ['a- b', 'a', true, 'b'],
  ['a-', 'a', true, 'a'],
  ['a b c d', 'e', true, 'b c d e'],
])('%s with %s pressed, Shift held: %s', (before, name, add, after) => {
  expect(sortPressed(sorts(before), name, add)).toEqual(sorts(after));
});
