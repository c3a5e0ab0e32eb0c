import { expect, test } from 'vitest';
import {
  leadColumn,
  offeredColumns,
  placedAt,
  shownColumns,
  toggled,
} from '../../../../../src/console/screens/list/columns/columns';
import { lock } from '../entities';

test.each([
  ['the declared ones at first', null, ['sn', 'name', 'state', 'charge']],
  ['the chosen ones in their order', ['charge', 'sn'], ['charge', 'sn']],
  ['no column that is gone', ['gone', 'sn'], ['sn']],
  ['the declared ones when all chosen are gone', ['gone'], ['sn', 'name', 'state', 'charge']],
])('shows %s', (_, chosen, shown) => {
  expect(shownColumns(lock, chosen)).toEqual(shown);
});

test('offers the shown ones first', () => {
  expect(offeredColumns(lock, ['charge', 'sn'])).toEqual([
    'charge',
    'sn',
    'name',
    'org_id',
    'state',
    'heard',
    'count',
  ]);
});

test.each([
  [['sn', 'state'], 'name', ['sn', 'name', 'state']],
  [['sn', 'state'], 'count', ['sn', 'state', 'count']],
  [['sn', 'state'], 'sn', ['state']],
  [['sn'], 'sn', ['sn']],
])('%o with %s pressed', (shown, name, after) => {
  expect(toggled(lock, shown, name)).toEqual(after);
});

test.each([
  ['name', 2, ['sn', 'state', 'name']],
  ['name', 0, ['name', 'sn', 'state']],
  ['sn', -1, ['sn', 'name', 'state']],
  ['state', 7, ['sn', 'name', 'state']],
  ['sn', 2, ['name', 'state', 'sn']],
  ['gone', 1, ['sn', 'name', 'state']],
] as const)('%s put at %d', (name, place, after) => {
  expect(placedAt(['sn', 'name', 'state'], name, place)).toEqual(after);
});

test('the title leads to the detail, or the first column without it', () => {
  expect([leadColumn(lock, ['name', 'sn']), leadColumn(lock, ['name', 'state'])]).toEqual([
    'sn',
    'name',
  ]);
});
