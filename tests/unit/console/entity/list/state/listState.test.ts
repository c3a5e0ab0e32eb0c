import { describe, expect, test } from 'vitest';
import { entity, f } from '../../../../../../src/config';
import {
  activeFilters,
  defaultFilter,
  filterFields,
  initialState,
  type ListState,
  mergeState,
  parseSort,
  presetViewOf,
  type Sorts,
  serializeSort,
  shareableSearch,
  shownView,
  stateOfUrl,
  storedState,
  toggleSort,
  urlOfState,
  viewFilter,
  withCurrentNames,
} from '../../../../../../src/console/entity/list/state/listState';
import { lock, move } from '../../entities';

const initial = initialState(lock);
const stateOf = (search: string) => stateOfUrl(new URLSearchParams(search), initial);

test('opens a list in its declared state', () => {
  expect(initial).toEqual({ filter: {}, sort: [{ field: 'heard', order: 'DESC' }], page: 1 });
  expect(initialState({ ...move, sort: undefined }).sort).toEqual([{ field: 'id', order: 'DESC' }]);
});

test.each(['', '?show=5&tab=move', '?edit=5'])('reads no state from “%s”', (search) => {
  expect(stateOf(search)).toBeUndefined();
});

test.each([
  ['?filter={"state":[1]}', { ...initial, filter: { state: [1] } }],
  ['?filter={}', { ...initial, filter: {} }],
  ['?filter={broken', initial],
  ['?filter=[1]', initial],
  ['?page=3', { ...initial, page: 3 }],
  ['?page=-1', initial],
  ['?page=x', initial],
  ['?sort=sn&order=DESC', { ...initial, sort: [{ field: 'sn', order: 'DESC' }] }],
  ['?sort=sn&order=sideways', { ...initial, sort: [{ field: 'sn', order: 'ASC' }] }],
  [
    '?sort=state,sn&order=DESC,ASC',
    {
      ...initial,
      sort: [
        { field: 'state', order: 'DESC' },
        { field: 'sn', order: 'ASC' },
      ],
    },
  ],
  ['?columns=sn,state', { ...initial, columns: ['sn', 'state'] }],
  ['?columns=', initial],
  ['?view=2', { ...initial, view: '2' }],
])('reads the state of %s', (search, state) => {
  expect(stateOf(search)).toEqual(state);
});

test.each([
  [initial, 'show=5'],
  [{ ...initial, page: 2 }, 'show=5&page=2'],
  [
    { filter: { sn: 'a b' }, sort: [{ field: 'sn', order: 'ASC' }] as const, page: 1 },
    'show=5&filter=%7B%22sn%22%3A%22a+b%22%7D&sort=sn&order=ASC',
  ],
])('writes %o beside the open record', (state, search) => {
  const before = new URLSearchParams('show=5&page=9&order=ASC');
  expect(String(urlOfState(before, state, initial))).toBe(search);
});

test('reads back the state that it wrote', () => {
  const state: ListState = {
    filter: { heard_last: '7d' },
    sort: [
      { field: 'state', order: 'DESC' },
      { field: 'sn', order: 'ASC' },
    ],
    page: 4,
    columns: ['state', 'sn'],
    view: '3',
  };
  expect(stateOfUrl(urlOfState(new URLSearchParams(), state, initial), initial)).toEqual(state);
});

test('distinguishes a cleared filter from the opening filter of records', () => {
  const openingState = initialState(move);
  const search = urlOfState(new URLSearchParams(), { ...openingState, filter: {} }, openingState);
  expect(stateOfUrl(search, openingState)?.filter).toEqual({});
});

describe('a declared view', () => {
  const views = {
    flat: {
      label: ['Flat', '没电'],
      filter: { charge_to: 20 },
      sort: ['charge', 'ASC'],
    },
    silent: { label: ['Silent', '失联'], filter: { heard_to: 'now-24h' } },
  } as const;
  const parse = (search: string) => stateOfUrl(new URLSearchParams(search), initial, views);
  const serialize = (state: ListState) =>
    String(urlOfState(new URLSearchParams('show=5'), state, initial, views));
  const flat: ListState = {
    filter: { charge_to: 20 },
    sort: [{ field: 'charge', order: 'ASC' }],
    page: 1,
  };

  test.each<[string, ListState]>([
    ['show=5&view=flat', flat],
    ['show=5&page=3&view=flat', { ...flat, page: 3 }],
    ['show=5&sort=sn&order=DESC&view=flat', { ...flat, sort: [{ field: 'sn', order: 'DESC' }] }],
    ['show=5&view=silent', { ...initial, filter: { heard_to: 'now-24h' } }],
  ])('has the address %s', (search, state) => {
    expect(parse(search)).toEqual(state);
    expect(serialize(state)).toBe(search);
  });

  test('ends with any other filter, and differs from a saved view', () => {
    const other: ListState = { ...flat, filter: { charge_to: 21 } };
    expect(serialize(other)).not.toContain('view=');
    expect(presetViewOf(views, other.filter)).toBeUndefined();
    expect(serialize({ ...flat, view: '2' })).toContain('view=2');
    expect(parse('view=2')).toEqual({ ...initial, view: '2' });
    expect(parse('view=toString')).toEqual({ ...initial, view: 'toString' });
  });
});

describe('a view in a list of records by time', () => {
  const views = {
    open: { label: ['Open', '未处理'], filter: { state: [0] } },
    week: { label: ['Week', '近 7 天'], filter: { state: [1], at_last: '7d' } },
  } as const;

  test.each([
    [
      'the range of the list',
      views.open,
      { at_last: '24h', sn: 'A' },
      { state: [0], at_last: '24h' },
    ],
    [
      'the bounds of the list',
      views.open,
      { at_from: 1, at_to: 2 },
      { state: [0], at_from: 1, at_to: 2 },
    ],
    ['no other time filter', views.open, { attended_last: '24h' }, { state: [0] }],
    ['its own range', views.week, { at_last: '24h' }, { state: [1], at_last: '7d' }],
  ])('keeps %s', (_, view, list, filter) => {
    expect(viewFilter(view.filter, list, 'at')).toEqual(filter);
  });

  test('is active in any time range, unless another filter narrows it', () => {
    expect(shownView(views, { at_last: '24h', state: [0] }, 'at')).toBe('open');
    expect(shownView(views, { state: [0] }, 'at')).toBe('open');
    expect(shownView(views, { state: [1], at_last: '24h' }, 'at')).toBeUndefined();
    expect(shownView(views, { at_last: '24h', state: [0], sn: 'A' }, 'at')).toBeUndefined();
    expect(shownView(views, { at_last: '24h', state: [0] }, undefined)).toBeUndefined();
  });
});

test('writes the full state into a shared address', () => {
  const search = shareableSearch(initial, ['charge', 'sn']);
  expect(String(search)).toBe('filter=%7B%7D&sort=heard&order=DESC&columns=charge%2Csn');
  expect(stateOfUrl(search, { ...initial, filter: { sn: 'x' } })).toEqual({
    ...initial,
    columns: ['charge', 'sn'],
  });
});

test.each([
  [null, undefined],
  [undefined, undefined],
  [{ filter: {}, sort: { field: 'sn', order: 'ASC' }, page: 1 }, undefined],
  [{ filter: {}, sort: [], page: 1 }, undefined],
  [initial, initial],
])('reads the stored state %o', (stored, state) => {
  expect(storedState(stored)).toEqual(state);
});

test('opens records with their last day, and other lists without a filter', () => {
  expect([defaultFilter(move), defaultFilter(lock)]).toEqual([{ at_last: '24h' }, {}]);
});

test('puts the time filter of records first, whether declared or not', () => {
  expect(filterFields(move).map(({ name }) => name)).toEqual(['at', 'sn']);
  expect(filterFields({ ...move, filter: ['sn'] }).map(({ name }) => name)).toEqual(['at', 'sn']);
  expect(filterFields(lock).map(({ name }) => name)).toEqual(['sn', 'state', 'charge', 'heard']);
});

test.each([
  [{}, 0],
  [{ sn: 'a' }, 1],
  [{ charge_from: 1, charge_to: 5 }, 1],
  [{ sn: 'a', heard_last: '7d', state: [0] }, 3],
  [{ id: [5] }, 0],
])('counts in %o %d active filters', (filter, count) => {
  expect(activeFilters(lock, filter)).toBe(count);
});

test('adds, replaces and removes state by a patch', () => {
  expect(mergeState({ a: 1, b: 2 }, { b: undefined, c: 3 })).toEqual({ a: 1, c: 3 });
});

/** Parses `a b-` as a ascending, then b descending. */
const sorts = (text: string) =>
  text.split(' ').map((each) => ({
    field: each.replace('-', ''),
    order: each.endsWith('-') ? 'DESC' : 'ASC',
  })) as unknown as Sorts;

test.each([
  ['a', { field: 'a', order: 'ASC' }],
  ['a b-', { field: 'a,b', order: 'ASC,DESC' }],
])('joins and splits the sort order %s', (text, joined) => {
  expect(serializeSort(sorts(text))).toEqual(joined);
  expect(parseSort(joined.field, joined.order)).toEqual(sorts(text));
});

test.each([
  [null, null, undefined],
  ['', 'DESC', undefined],
  ['a,b', 'DESC', sorts('a- b')],
  ['a,,b', 'ASC,ASC,DESC', sorts('a b-')],
  ['a,b,c,d,e', '', sorts('a b c d')],
])('reads the sort fields %s with the orders %s', (field, order, expected) => {
  expect(parseSort(field, order)).toEqual(expected);
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
])('sort %s with %s pressed, Shift held: %s', (before, name, add, after) => {
  expect(toggleSort(sorts(before), name, add)).toEqual(sorts(after));
});

test('gives renamed fields their current names in a stored or linked state', () => {
  const renamed = entity('box', ['Box', '箱'], {
    fields: {
      plate: f.text(['Plate', '车牌'], { was: 'number' }),
      sealed: f.datetime(['Sealed', '施封时间'], { was: 'closed' }),
      size: f.number(['Size', '大小']),
    },
  });
  expect(
    withCurrentNames(renamed, {
      filter: { number: 'A', number_is: 'B', closed_from: 1, closed_last: '7d', size_to: 5 },
      sort: [
        { field: 'closed', order: 'DESC' },
        { field: 'size', order: 'ASC' },
      ],
      columns: ['number', 'size'],
      page: 2,
    } as ListState),
  ).toEqual({
    filter: { plate: 'A', plate_is: 'B', sealed_from: 1, sealed_last: '7d', size_to: 5 },
    sort: [
      { field: 'sealed', order: 'DESC' },
      { field: 'size', order: 'ASC' },
    ],
    columns: ['plate', 'size'],
    page: 2,
  });
});
