import { expect, test } from 'vitest';
import { f } from '../../../../../../src/config';
import {
  autoWidth,
  cellPadding,
  columnChoices,
  moveColumn,
  primaryColumn,
  sortNameOf,
  toggleColumn,
  visibleColumns,
  withWidth,
} from '../../../../../../src/console/entity/list/state/columns';
import {
  effectivePageSize,
  pageSizeChoices,
} from '../../../../../../src/console/entity/list/state/paging';
import { alertRecord } from '../../../../../../src/resources';
import { lock } from '../../entities';

test.each([
  ['the declared columns initially', null, ['sn', 'name', 'state', 'charge']],
  ['the chosen columns in their order', ['charge', 'sn'], ['charge', 'sn']],
  ['no removed column', ['gone', 'sn'], ['sn']],
  [
    'the declared columns if all chosen ones were removed',
    ['gone'],
    ['sn', 'name', 'state', 'charge'],
  ],
])('shows %s', (_, chosenColumns, expected) => {
  expect(visibleColumns(lock, chosenColumns)).toEqual(expected);
});

test.each([
  ['few columns initially', null, ['sn']],
  ['the chosen columns', ['charge', 'sn'], ['charge', 'sn']],
  ['few columns if all chosen ones were removed', ['gone'], ['sn']],
])('beside a map shows %s', (_, chosenColumns, expected) => {
  expect(visibleColumns(lock, chosenColumns, { compactColumns: ['sn'] })).toEqual(expected);
});

test.each([
  ['hides the state of unprocessed alarms', { state: [0] }, null, false],
  ['shows the state of processed alarms', { state: [1] }, null, true],
  ['shows the state of all alarms', {}, null, true],
  ['shows a chosen state', { state: [0] }, ['sn', 'state'], true],
])('%s', (_, filter, chosenColumns, isShown) => {
  expect(visibleColumns(alertRecord, chosenColumns, { filter }).includes('state')).toBe(isShown);
});

test('offers the visible columns first', () => {
  expect(columnChoices(lock, ['charge', 'sn'])).toEqual([
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
])('toggles in %o the column %s', (columns, name, after) => {
  expect(toggleColumn(lock, columns, name)).toEqual(after);
});

test.each([
  ['name', 2, ['sn', 'state', 'name']],
  ['name', 0, ['name', 'sn', 'state']],
  ['sn', -1, ['sn', 'name', 'state']],
  ['state', 7, ['sn', 'name', 'state']],
  ['sn', 2, ['name', 'state', 'sn']],
  ['gone', 1, ['sn', 'name', 'state']],
] as const)('moves column %s to %d', (name, place, after) => {
  expect(moveColumn(['sn', 'name', 'state'], name, place)).toEqual(after);
});

test('links the title to the detail, or the first column if there is no title', () => {
  expect([primaryColumn(lock, ['name', 'sn']), primaryColumn(lock, ['name', 'state'])]).toEqual([
    'sn',
    'name',
  ]);
});

test.each([
  [10, 56],
  [120.4, 120],
  [9000, 640],
])('limits a width of %d px to %d px', (dragWidth, width) => {
  expect(autoWidth(dragWidth)).toBe(width);
});

test('sets, changes and removes a width', () => {
  const one = withWidth({}, 'sn', 120);
  expect(withWidth(one, 'name', 200)).toEqual({ sn: 120, name: 200 });
  expect(withWidth(one, 'sn', 1)).toEqual({ sn: 56 });
  expect(withWidth(one, 'sn', undefined)).toEqual({});
});

test.each([
  ['compact', 6, 2],
  ['compact', 2, 0],
  ['normal', 6, 6],
  ['roomy', 6, 11],
] as const)('%s rows of size %d have %d px of padding', (density, size, padding) => {
  expect(cellPadding(density, size)).toBe(padding);
});

test.each([
  [20, false, 20],
  [1000, false, 1000],
  [1000, true, 100],
  [10, false, 20],
  [70, false, 50],
])('%d rows a page, as cards: %s, become %d', (pageSize, narrow, expected) => {
  expect(effectivePageSize(pageSize, narrow)).toBe(expected);
  expect(pageSizeChoices(narrow)).toContain(expected);
});

test.each([
  ['a column by itself', f.text(['SN', '设备号']), 'sn'],
  ['a lock without its name in the row by its number', f.lock(['SN', '设备号']), 'sn'],
  ['a lock by the name in its row', f.lock(['SN', '设备号'], { via: 'called' }), 'called'],
])('sorts %s', (_, field, expected) => {
  expect(sortNameOf({ name: 'sn', field })).toBe(expected);
});
