import { expect, test } from 'vitest';
import type { Fleet } from '../../../../../src/console/data';
import { FleetStore } from '../../../../../src/console/maps/fleet/fleetStore';
import {
  comparatorOf,
  filterSorted,
  sortedRows,
} from '../../../../../src/console/maps/fleet/order';
import { randomSource } from '../../../domain/geo/random';
import { device, fleetOf } from './device';

const sortedBy = (fleet: Fleet, by: 'sn' | 'name', locale = 'en') =>
  sortedRows(fleet.size, comparatorOf(fleet, by, locale), new AbortController().signal);

const snsOf = (fleet: Fleet, rows: Uint32Array = new Uint32Array()) =>
  [...rows].map((row) => fleet.snAt(row));

test('sorts a fleet that is larger than one batch', async () => {
  const random = randomSource(5);
  const fleet = fleetOf(
    ...Array.from({ length: 9_001 }, () => device(`S${Math.floor(random() * 1e9)}`)),
  );
  const sns = snsOf(fleet, await sortedBy(fleet, 'sn'));
  expect(sns).toHaveLength(fleet.size);
  expect(sns).toEqual([...sns].sort());
});

test('sorts names by the language, numbers by value, and missing names last', async () => {
  const fleet = fleetOf(
    device('e', { device_name: null }),
    device('b', { device_name: 'Lorry 10' }),
    device('a', { device_name: 'lorry 9' }),
    device('d', { device_name: '鄂A' }),
    device('c', { device_name: '皖A' }),
  );
  // 鄂 is pronounced è, 皖 wǎn.
  const chinese = snsOf(fleet, await sortedBy(fleet, 'name', 'zh'));
  expect(chinese.filter((sn) => 'cd'.includes(sn))).toEqual(['d', 'c']);
  const english = snsOf(fleet, await sortedBy(fleet, 'name', 'en'));
  for (const sns of [chinese, english]) {
    expect(sns.at(-1)).toBe('e');
    expect(sns.filter((sn) => 'ab'.includes(sn))).toEqual(['a', 'b']);
  }
});

test('stops sorting when its result is no longer needed', async () => {
  const controller = new AbortController();
  controller.abort();
  expect(await sortedRows(3, () => 0, controller.signal)).toBeUndefined();
});

test('lists visible devices: alarms and the worst states first, then in sort order', async () => {
  const fleet = fleetOf(
    device('f'),
    device('e', { status: 3 }),
    device('d', { alarms: 2 }),
    device('c', { status: 1, alarms: 1 }),
    device('b'),
    device('a', { status: 255 }),
  );
  const store = new FleetStore(fleet);
  store.follow();
  const sorted = (await sortedBy(fleet, 'sn')) ?? new Uint32Array();
  expect(snsOf(fleet, filterSorted(store, sorted, false))).toEqual(['a', 'b', 'c', 'd', 'e', 'f']);
  expect(snsOf(fleet, filterSorted(store, sorted, true))).toEqual(['c', 'd', 'e', 'b', 'f', 'a']);
  store.setAlarms(new Map([['d', { severity: 2 }]]), 3);
  expect(snsOf(fleet, filterSorted(store, sorted, true))).toEqual(['d', 'c', 'e', 'b', 'f', 'a']);
  store.setFilter((row) => fleet.numbers.status[row] === 2);
  expect(snsOf(fleet, filterSorted(store, sorted, true))).toEqual(['d', 'b', 'f']);
  // Devices that came after the sorting are at the end.
  expect(snsOf(fleet, filterSorted(store, sorted.slice(0, 0), false))).toEqual(['f', 'd', 'b']);
});

test('lists a minor alarm that nobody has taken before a taken critical one', async () => {
  const fleet = fleetOf(
    device('a'),
    device('b', { alarms: 1, status: 3 }),
    device('c', { alarms: 1 }),
    device('d', { alarms: 1 }),
  );
  const store = new FleetStore(fleet);
  store.follow();
  const sorted = (await sortedBy(fleet, 'sn')) ?? new Uint32Array();
  const taken_by = 'Chen Hao';
  store.setAlarms(
    new Map([
      ['b', { severity: 1, taken_by }],
      ['c', { severity: 2, taken_by }],
      ['d', { severity: 3 }],
    ] as const),
    1,
  );
  expect(snsOf(fleet, filterSorted(store, sorted, true))).toEqual(['d', 'b', 'c', 'a']);
});

test('lists the newest of equal alarms first', async () => {
  const fleet = fleetOf(...['a', 'b', 'c', 'd'].map((sn) => device(sn, { alarms: 1 })));
  const store = new FleetStore(fleet);
  store.follow();
  const sorted = (await sortedBy(fleet, 'sn')) ?? new Uint32Array();
  const alarms = { a: 10, b: 30, c: 20 };
  const alarmsAt = (times: object) =>
    new Map(
      Object.entries(times).map(([sn, create_time]) => [sn, { severity: 1, create_time }] as const),
    );
  store.setAlarms(alarmsAt(alarms), 2);
  expect(snsOf(fleet, filterSorted(store, sorted, true))).toEqual(['b', 'c', 'a', 'd']);
  store.setAlarms(alarmsAt({ ...alarms, a: 40 }), 2);
  expect(snsOf(fleet, filterSorted(store, sorted, true))).toEqual(['a', 'b', 'c', 'd']);
});
