import { expect, test } from 'vitest';
import {
  activeFilters,
  defaultFilter,
  filterFields,
  patched,
  withPeriods,
} from '../../../../../src/console/screens/list/listFilter';
import { lock, move } from '../entities';

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
  expect(patched({ a: 1, b: 2 }, { b: undefined, c: 3 })).toEqual({ a: 1, c: 3 });
});

test('a period becomes the moment it began, and nothing else is touched', () => {
  const now = 1_790_000_000_000;
  expect(withPeriods({ at_last: '24h', sn: 'x', name_last: 'Smith' }, now)).toEqual({
    at_from: now - 86_400_000,
    sn: 'x',
    name_last: 'Smith',
  });
});
