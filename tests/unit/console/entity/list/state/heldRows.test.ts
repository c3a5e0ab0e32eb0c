import { expect, test } from 'vitest';
import { groupRows } from '../../../../../../src/console/entity/list/state/groups';
import { holdRows } from '../../../../../../src/console/entity/list/state/heldRows';
import { alertRecord } from '../../../../../../src/resources';

const alarm = (id: number, changes: object = {}) => ({
  ...{ id, sn: 'A1', police_type: 1008, severity: 1, state: 0, taken_by: null },
  ...changes,
});

const [a, b, c] = [alarm(3), alarm(2), alarm(1)];
const taken = alarm(2, { taken_by: 'Chen Hao' });

test.each([
  ['the same rows', [a, b], [a, b], [a, b]],
  ['a row that comes first', [b, c], [a, b, c], [b, c]],
  ['a row that comes between', [a, c], [a, b, c], [a, c]],
  ['another order', [a, b, c], [a, c, b], [a, b, c]],
  ['a row that sinks with its new value', [a, b, c], [a, c, taken], [a, taken, c]],
  ['a row that left', [a, b, c], [a, c], [a, b, c]],
  ['rows that took the place of all', [b, c], [a], [b, c]],
  ['no rows before', [], [a], []],
])('keeps rows in their places: %s', (_, before, fresh, rows) => {
  expect(holdRows(before, fresh)).toEqual(rows);
});

test('keeps the row of equal alarms while another one comes', () => {
  const other = alarm(4, { sn: 'B2' });
  const { rows, groups } = groupRows(alertRecord, holdRows([other, b, c], [a, other, b, c]));
  expect(rows.map(({ id }) => id)).toEqual([4, 2]);
  expect(groups.get(2)?.records.map(({ id }) => id)).toEqual([2, 1]);
});
