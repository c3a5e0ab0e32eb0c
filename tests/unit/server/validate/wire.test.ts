import { expect, test } from 'vitest';
import type { Wire } from '../../../../src/config';
import { thing, verdictOn } from './declared';

const errorsWith = (wire: Partial<Wire>) => verdictOn(thing({}), { wire }).errors;

test.each<[Partial<Wire>, string]>([
  [{ pageSize: 'pageNum' }, 'wire: pageNum and pageSize are both "pageNum"'],
  [{ sortField: 'sort', sortOrder: 'sort' }, 'wire: sortField and sortOrder are both "sort"'],
  [{ descending: 'asc' }, 'wire: ascending and descending are both "asc"'],
  [{ to: '_is' }, 'wire: to and exact are both "_is"'],
  [{ total: 'list' }, 'wire: list and total are both "list"'],
  [{ before: 'id' }, 'wire: id and before are both "id"'],
  [{ before: 'ids' }, 'wire: ids and before are both "ids"'],
  [{ sortField: 'sign' }, 'wire: sortField is "sign", which every signed body has already'],
])('refuses %j', (wire, error) => {
  expect(errorsWith(wire)).toEqual([error]);
});

test.each<Partial<Wire>>([
  { id: 'ids' },
  { exact: '', before: '', kept: '' },
  { list: 'rows', total: 'count', pageNum: 'page', pageSize: 'rows' },
])('accepts %j', (wire) => {
  expect(errorsWith(wire)).toEqual([]);
});
