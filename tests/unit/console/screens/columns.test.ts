import { expect, test } from 'vitest';
import {
  leadColumn,
  moved,
  offeredColumns,
  shownColumns,
  toggled,
} from '../../../../src/console/screens/list/columns';
import { lock } from './entities';

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
  ['name', 1, ['sn', 'state', 'name']],
  ['name', -1, ['name', 'sn', 'state']],
  ['sn', -1, ['sn', 'name', 'state']],
  ['state', 1, ['sn', 'name', 'state']],
  ['gone', 1, ['sn', 'name', 'state']],
] as const)('%s moved by %d', (name, by, after) => {
  expect(moved(['sn', 'name', 'state'], name, by)).toEqual(after);
});

test('the title leads to the detail, or the first column without it', () => {
  expect([leadColumn(lock, ['name', 'sn']), leadColumn(lock, ['name', 'state'])]).toEqual([
    'sn',
    'name',
  ]);
});
