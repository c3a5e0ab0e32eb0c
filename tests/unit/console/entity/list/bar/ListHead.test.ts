import { expect, it } from 'vitest';
import { unfilteredTotal } from '../../../../../../src/console/entity/list/bar/ListHead';

it.each([
  ['an answer without a filter', { filterValues: {} }, 3],
  ['a filter of the address', { filterValues: { sn: 'A' } }, undefined],
  ['a filter that is 0', { filterValues: { state: 0 } }, undefined],
  ['a filter that was just removed', { filterValues: {}, isPlaceholderData: true }, undefined],
])('the tools of a list become a menu by the rows of the whole list: %s', (_, list, total) => {
  expect(unfilteredTotal({ total: 3, ...list })).toBe(total);
});
