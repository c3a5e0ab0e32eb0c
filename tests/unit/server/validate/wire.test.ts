import { expect, test } from 'vitest';
import { action, type Fields, f, type Wire } from '../../../../src/config';
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
  // Lists are narrowed by the ends of a range of `box.size`, never by its name.
  { pageNum: 'current', pageSize: 'size' },
])('accepts %j', (wire) => {
  expect(errorsWith(wire)).toEqual([]);
});

test.each<[string, Fields, object]>([
  [
    'thing.go: no rule of the server does this action: src/server/rules has them, by entity',
    {},
    { actions: { go: action(['Go', '走']) } },
  ],
  [
    'thing.v: is required and virtual, and no rule of the server stores it: src/server/rules has them',
    { v: f.text(['V', 'V'], { virtual: true, required: true }) },
    {},
  ],
  [
    'thing.u: cannot be unique: records are kept by month',
    { u: f.text(['U', 'U'], { unique: true }), at: f.datetime(['At', '时间']) },
    { record: { time: 'at' }, verbs: ['list'] },
  ],
])('notices what only our own server lacks: %s', (text, fields, options) => {
  const declared = thing(fields, options);
  expect(verdictOn(declared).errors).toEqual([text]);
  const notice = text.replace(': ', ': our own server refuses it: ');
  expect(verdictOn(declared, { wire: { live: false } })).toEqual({ errors: [], notices: [notice] });
});
