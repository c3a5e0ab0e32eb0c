import { expect, test } from 'vitest';
import { f } from '../../../../../../src/config';
import { filterColumns, filterTracks } from '../../../../../../src/console/entity/list/bar/filters';

test.each([
  ['shows eight filters in one row of a window of 1440 px', 1157, 8, 8],
  ['shows fewer filters in a narrower window', 997, 8, 7],
  ['makes few filters only as wide as their values need', 1157, 3, 5],
  ['fits beside the map of the alarm queue', 664, 7, 4],
  ['shows one filter at least', 90, 4, 1],
])('%s', (_, width, count, columns) => {
  expect(filterColumns(width, count)).toBe(columns);
});

test('makes the time filter wide enough for the names of periods', () => {
  const fields = [f.datetime(['Time', '时间']), f.text(['SN', '设备号'])];
  expect(filterTracks(fields, 3)).toBe('minmax(152px, 1fr) minmax(0px, 1fr) minmax(0px, 1fr)');
});
