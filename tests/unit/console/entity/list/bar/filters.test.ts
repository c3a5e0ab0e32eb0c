import { expect, test } from 'vitest';
import { f } from '../../../../../../src/config';
import { filterColumns, filterTracks } from '../../../../../../src/console/entity/list/bar/filters';

test.each([
  ['eight filters share the line of a window of 1440 px', 1157, 8, 8],
  ['a narrower window has room for fewer', 997, 8, 7],
  ['few are no wider than what is chosen in them needs', 1157, 3, 5],
  ['the queue beside a map', 664, 7, 4],
  ['a line that is narrower than one filter still has one', 90, 4, 1],
])('%s', (_, width, count, columns) => {
  expect(filterColumns(width, count)).toBe(columns);
});

test('the filter by time has room for the names of periods', () => {
  const fields = [f.datetime(['Time', '时间']), f.text(['SN', '设备号'])];
  expect(filterTracks(fields, 3, 0)).toBe('minmax(152px, 1fr) minmax(0px, 1fr) minmax(0px, 1fr)');
  expect(filterTracks(fields, 2, 128)).toBe('minmax(152px, 1fr) minmax(128px, 1fr)');
});
