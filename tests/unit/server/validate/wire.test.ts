import { expect, test } from 'vitest';
import { action, type Fields, f, type Wire } from '../../../../src/config';
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
  // Lists are narrowed by the ends of a range of `box.size`, never by its name.
  { pageNum: 'current', pageSize: 'size' },
])('accepts %j', (wire) => {
  expect(errorsWith(wire)).toEqual([]);
});

test.each<[string, Fields, object]>([
  ['thing.go actionMissing', {}, { actions: { go: action(['Go', '走']) } }],
  [
    'thing.v unstored',
    { v: f.text(['V', 'V'], { virtual: true, required: true, on: ['create', 'edit'] }) },
    {},
  ],
  ['thing.v unfilled', { v: f.text(['V', 'V'], { virtual: true, on: ['show'] }) }, {}],
  [
    'thing.u month',
    { u: f.text(['U', 'U'], { unique: true }), at: f.datetime(['At', '时间']) },
    { record: { time: 'at' }, verbs: ['list'] },
  ],
])('notices what only our own server lacks: %s', (key, fields, options) => {
  const declared = thing(fields, options);
  expect(verdictOn(declared).errors).toEqual([key]);
  const { errors, notices } = verdictOn(declared, { wire: { live: false } });
  expect([errors, notices]).toEqual([[], [key]]);
});
