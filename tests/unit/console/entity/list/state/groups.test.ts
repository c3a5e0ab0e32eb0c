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
    expect(rows.map((row) => ids(recordsOfRow(alertRecord, groups.get(row.id), row)))).toEqual([
      [9, 7, 6],
      [8],
    ]);
  });

  test('stays the row of a record that another one has gone before', () => {
    expect([9, 7, 6, 8].map((id) => rowIdOf(groups, id))).toEqual([9, 9, 9, 8]);
    expect(ids(recordsOfRow(alertRecord, groups.get(7), alarm(7)))).toEqual([7, 9, 6]);
  });

  test('leaves the others out of a record that has changed since the list was read', () => {
    const newer = alarm(7, { taken_by: 'Chen Hao' });
    expect(recordsOfRow(alertRecord, groups.get(7), newer)).toEqual([newer]);
  });

  test('stays in its place while one of them changes, without standing for that one', () => {
    const record = alarm(9, { taken_by: 'Chen Hao' });
    const result = groupRows(alertRecord, [record, ...all.slice(1)], [], all);
    expect(ids(result.rows)).toEqual([9, 8]);
    expect(recordsOfRow(alertRecord, result.groups.get(9), record)).toEqual([record]);
    expect(ids(recordsOfRow(alertRecord, result.groups.get(7), alarm(7)))).toEqual([7, 6]);
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
    expect(ids(recordsOfRow(alertRecord, open.groups.get(9), alarm(9)))).toEqual([9]);
    expect(selectionOfRows(open.groups, [7], [])).toEqual([7]);
  });
});

describe('the number of equal alarms', () => {
  const inHand = { taken_by: 'Chen Hao' };
  const edges = { first: false, last: true, byUrgency: true };
  const isPartial = (
    all: Parameters<typeof groupRows>[1],
    changes: Partial<typeof edges> = {},
    before = all,
  ) => groupRows(alertRecord, all, [], before, { ...edges, ...changes }).groups.get(9)?.isPartial;

  test.each([
    ['has a plus if the page ends with one of them', {}, {}, true],
    ['has a plus if the page ends with an alarm as urgent of another lock', { sn: 'B2' }, {}, true],
    ['is exact above less severe alarms', { severity: 2 }, {}, false],
    ['is exact above taken alarms', inHand, {}, false],
    ['is exact on the last page', {}, { last: false }, false],
    ['has a plus if the page before may end with some', {}, { first: true, last: false }, true],
    ['has a plus in another order', { severity: 2 }, { byUrgency: false }, true],
  ])('%s', (_, lastAlarm, changes, expected) => {
    expect(isPartial([alarm(9), alarm(8), alarm(7, lastAlarm)], changes)).toBe(expected);
  });

  test('keeps its plus while the last alarm of the page is taken', () => {
    const before = [alarm(9), alarm(8), alarm(7)];
    expect(isPartial([...before.slice(0, 2), alarm(7, inHand)], {}, before)).toBe(true);
  });
});
