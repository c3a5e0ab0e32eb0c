import { describe, expect, test } from 'vitest';
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
} from '../../../../../../src/console/entity/list/state/listState';
import { lock, move } from '../../entities';

const initial = initialState(lock);
const stateOf = (search: string) => stateOfUrl(new URLSearchParams(search), initial);

test('a list opens as it is declared', () => {
  expect(initial).toEqual({ filter: {}, sort: [{ field: 'heard', order: 'DESC' }], page: 1 });
  expect(initialState({ ...move, sort: undefined }).sort).toEqual([{ field: 'id', order: 'DESC' }]);
});

test.each(['', '?show=5&tab=move', '?edit=5'])('%s asks for no state', (search) => {
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
])('%s', (search, state) => {
  expect(stateOf(search)).toEqual(state);
});

test.each([
  [initial, 'show=5'],
  [{ ...initial, page: 2 }, 'show=5&page=2'],
  [
    { filter: { sn: 'a b' }, sort: [{ field: 'sn', order: 'ASC' }] as const, page: 1 },
    'show=5&filter=%7B%22sn%22%3A%22a+b%22%7D&sort=sn&order=ASC',
  ],
])('%o is written beside what is open', (state, search) => {
  const before = new URLSearchParams('show=5&page=9&order=ASC');
  expect(String(urlOfState(before, state, initial))).toBe(search);
});

test('what is written is read back', () => {
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

test('a cleared filter is not taken for the one records open with', () => {
  const openingState = initialState(move);
  const search = urlOfState(new URLSearchParams(), { ...openingState, filter: {} }, openingState);
  expect(stateOfUrl(search, openingState)?.filter).toEqual({});
});

describe('a view that came with the console', () => {
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

  test('is left by any other filter, and not taken for a saved one', () => {
    const other: ListState = { ...flat, filter: { charge_to: 21 } };
    expect(serialize(other)).not.toContain('view=');
    expect(presetViewOf(views, other.filter)).toBeUndefined();
    expect(serialize({ ...flat, view: '2' })).toContain('view=2');
    expect(parse('view=2')).toEqual({ ...initial, view: '2' });
    expect(parse('view=toString')).toEqual({ ...initial, view: 'toString' });
  });
});

describe('a view in a list of records in time', () => {
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
    ['bounds', views.open, { at_from: 1, at_to: 2 }, { state: [0], at_from: 1, at_to: 2 }],
    ['no other time', views.open, { attended_last: '24h' }, { state: [0] }],
    ['its own range', views.week, { at_last: '24h' }, { state: [1], at_last: '7d' }],
  ])('has %s', (_, view, list, filter) => {
    expect(viewFilter(view.filter, list, 'at')).toEqual(filter);
  });

  test('is shown whatever the range, unless another filter narrows it', () => {
    expect(shownView(views, { at_last: '24h', state: [0] }, 'at')).toBe('open');
    expect(shownView(views, { state: [0] }, 'at')).toBe('open');
    expect(shownView(views, { state: [1], at_last: '24h' }, 'at')).toBeUndefined();
    expect(shownView(views, { at_last: '24h', state: [0], sn: 'A' }, 'at')).toBeUndefined();
    expect(shownView(views, { at_last: '24h', state: [0] }, undefined)).toBeUndefined();
  });
});

test('a shared address says everything, also what is as at first', () => {
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
])('%o from the store', (stored, state) => {
  expect(storedState(stored)).toEqual(state);
});

test('records open with their last day, anything else with everything', () => {
  expect([defaultFilter(move), defaultFilter(lock)]).toEqual([{ at_last: '24h' }, {}]);
});

test('the time of records comes first, whether or not it is declared so', () => {
  expect(filterFields(move).map(([name]) => name)).toEqual(['at', 'sn']);
  expect(filterFields({ ...move, filter: ['sn'] }).map(([name]) => name)).toEqual(['at', 'sn']);
  expect(filterFields(lock).map(([name]) => name)).toEqual(['sn', 'state', 'charge', 'heard']);
});

test.each([
  [{}, 0],
  [{ sn: 'a' }, 1],
  [{ charge_from: 1, charge_to: 5 }, 1],
  [{ sn: 'a', heard_last: '7d', state: [0] }, 3],
  [{ id: [5] }, 0],
])('%o narrows by %d fields', (filter, count) => {
  expect(activeFilters(lock, filter)).toBe(count);
});

test('a patch adds, replaces and takes away', () => {
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
])('%s is joined and split again', (text, joined) => {
  expect(serializeSort(sorts(text))).toEqual(joined);
  expect(parseSort(joined.field, joined.order)).toEqual(sorts(text));
});

test.each([
  [null, null, undefined],
  ['', 'DESC', undefined],
  ['a,b', 'DESC', sorts('a- b')],
  ['a,,b', 'ASC,ASC,DESC', sorts('a b-')],
  ['a,b,c,d,e', '', sorts('a b c d')],
])('%s with %s', (field, order, expected) => {
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
])('%s with %s pressed, Shift held: %s', (before, name, add, after) => {
  expect(toggleSort(sorts(before), name, add)).toEqual(sorts(after));
});
