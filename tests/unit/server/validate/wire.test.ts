import { expect, test } from 'vitest';
import type { Wire } from '../../../../src/config';
import { thing, verdictOn } from './declared';

const errorsWith = (wire: Partial<Wire>) => verdictOn(thing({}), { wire }).errors;

test.each<[Partial<Wire>, string]>([
  [{ pageSize: 'pageNum' }, 'wire wireTwice'],
  [{ sortField: 'sort', sortOrder: 'sort' }, 'wire wireTwice'],
  [{ descending: 'asc' }, 'wire wireTwice'],
  [{ to: '_is' }, 'wire wireTwice'],
  [{ total: 'list' }, 'wire wireTwice'],
  [{ before: 'id' }, 'wire wireTwice'],
  [{ before: 'ids' }, 'wire wireTwice'],
  [{ sortField: 'sign' }, 'wire signed'],
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
