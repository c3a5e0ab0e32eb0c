import { expect, test } from 'vitest';
import { type AnyField, type Field, f } from '../../../../../../src/config';
import {
  filterColumns,
  filterNeed,
  filterTracks,
} from '../../../../../../src/console/entity/list/bar/filters';

const equal = (count: number) => Array.from({ length: count }, () => 128);

test.each([
  ['shows eight filters in one row of a window of 1440 px', 1157, equal(8), 8],
  ['shows fewer filters in a narrower window', 997, equal(8), 7],
  ['shows fewer filters if two have values', 1157, [...equal(6), 200, 200], 7],
  ['makes few filters only as wide as their values need', 1157, equal(3), 5],
  ['fits beside the map of the alarm queue', 664, equal(7), 4],
  ['shows one filter at least', 90, equal(4), 1],
])('%s', (_, width, needs, columns) => {
  expect(filterColumns(width, needs)).toHaveLength(columns);
});

test('makes a column as wide as its widest filter', () => {
  expect(filterColumns(500, [152, 128, 128, 128, 200])).toEqual([152, 200, 128]);
});

test('never makes a column wider than the bar', () => {
  expect(filterTracks([152, 128])).toBe(
    'minmax(min(152px, 100%), 1fr) minmax(min(128px, 100%), 1fr)',
  );
});

test.each<[string, AnyField, object, number]>([
  ['a reference without a value', f.ref(['Device', '设备'], 'device'), {}, 128],
  ['a reference with a value', f.ref(['Device', '设备'], 'device'), { each: 7 }, 200],
  ['a time without a value', f.datetime(['Time', '时间']), {}, 152],
  ['a time with a value', f.datetime(['Time', '时间']), { each_to: 'now-24h' }, 200],
  ['a text that is typed', f.text(['SN', '设备号']), { each: 'SD26' }, 128],
])('%s needs its width', (_, field, filter, width) => {
  expect(filterNeed({ ...filter }, { name: 'each', field: field as Field })).toBe(width);
});
