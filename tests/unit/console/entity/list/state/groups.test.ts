import { describe, expect, test } from 'vitest';
import {
  groupRows,
  recordsOfRow,
  rowIdOf,
  selectionOfRows,
} from '../../../../../../src/console/entity/list/state/groups';
import { alertRecord, device } from '../../../../../../src/resources';

const alarm = (id: number, changes: object = {}) => ({
  ...{ id, sn: 'A1', police_type: 1008, severity: 1, state: 0, taken_by: null },
  ...changes,
});

const ids = (rows: readonly { readonly id: unknown }[]) => rows.map(({ id }) => id);

test.each([
  ['open alarms of a lock of one type as one row', {}, 1],
  ['another lock apart', { sn: 'B2' }, 2],
  ['another type apart', { police_type: 1011 }, 2],
  ['another severity apart', { severity: 2 }, 2],
  ['a taken alarm apart', { taken_by: 'Chen Hao' }, 2],
  ['a processed alarm apart', { state: 1 }, 2],
])('shows %s', (_, changes, count) => {
  expect(groupRows(alertRecord, [alarm(2), alarm(1, changes)]).rows).toHaveLength(count);
});

test('shows each processed alarm, and each row of a list without a detail panel', () => {
  const processed = [alarm(2, { state: 1 }), alarm(1, { state: 1 })];
  expect(ids(groupRows(alertRecord, processed).rows)).toEqual([2, 1]);
  expect(ids(groupRows(device, [alarm(2), alarm(1)]).rows)).toEqual([2, 1]);
});

describe('a row of equal alarms', () => {
  const all = [alarm(9), alarm(8, { sn: 'B2' }), alarm(7), alarm(6)];
  const { rows, groups } = groupRows(alertRecord, all);

  test('stands at the place of the first one for all of them', () => {
    expect(ids(rows)).toEqual([9, 8]);
    expect(rows.map((row) => ids(recordsOfRow(alertRecord, groups, row)))).toEqual([
      [9, 7, 6],
      [8],
    ]);
  });

  test('stays the row of a record that another one has gone before', () => {
    expect([9, 7, 6, 8].map((id) => rowIdOf(groups, id))).toEqual([9, 9, 9, 8]);
    expect(ids(recordsOfRow(alertRecord, groups, alarm(7)))).toEqual([7, 9, 6]);
  });

  test('leaves the others out of a record that has changed since the list was read', () => {
    const newer = alarm(7, { taken_by: 'Chen Hao' });
    expect(recordsOfRow(alertRecord, groups, newer)).toEqual([newer]);
  });

  test('is selected with all of them, and deselected with all of them', () => {
    expect(selectionOfRows(groups, [3, 9], [3])).toEqual([3, 9, 7, 6]);
    expect(selectionOfRows(groups, [3, 7, 6], [3, 9, 7, 6])).toEqual([3]);
  });

  test('stays selected without one that has come since, while another row is selected', () => {
    expect(selectionOfRows(groups, [7, 6, 3], [7, 6])).toEqual([7, 6, 3]);
  });

  test('opens to a row for each', () => {
    const key = groups.get(9)?.key ?? '';
    const open = groupRows(alertRecord, all, [key]);
    expect(ids(open.rows)).toEqual([9, 7, 6, 8]);
    expect(ids(recordsOfRow(alertRecord, open.groups, alarm(9)))).toEqual([9]);
    expect(selectionOfRows(open.groups, [7], [])).toEqual([7]);
  });
});
