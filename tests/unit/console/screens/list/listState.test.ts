import { expect, test } from 'vitest';
import {
  initialState,
  type ListState,
  sharedSearch,
  stateOfUrl,
  storedState,
  urlOfState,
} from '../../../../../src/console/screens/list/listState';
import { lock, move } from '../entities';

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
  const opened = initialState(move);
  const search = urlOfState(new URLSearchParams(), { ...opened, filter: {} }, opened);
  expect(stateOfUrl(search, opened)?.filter).toEqual({});
});

test('a shared address says everything, also what is as at first', () => {
  const search = sharedSearch(initial, ['charge', 'sn']);
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
