import { describe, expect, test } from 'vitest';
import { headingOf, isStale, shortCount } from '../../../../../src/console/maps/fleet/FleetPainter';
import {
  type FleetChange,
  FleetPlane,
  FleetStore,
  hasAlarm,
  isOnline,
  markOf,
  STATES,
  slotOf,
  slotOfMark,
  WORST_FIRST,
  worstOf,
} from '../../../../../src/console/maps/fleet/fleetStore';
import { baiduPlane, worldPlane } from '../../../../../src/console/maps/plane';
import type { LiveDevice } from '../../../../../src/domain/live';
import type { LockStatus } from '../../../../../src/domain/lock';
import { device } from './device';

const storeOf = (...devices: LiveDevice[]) => {
  const store = new FleetStore();
  store.apply(devices);
  return store;
};

const placeOf = (store: FleetStore, sn: string) => {
  const row = store.rowOf(sn);
  return row === undefined ? undefined : [store.lat[row], store.lon[row]];
};

test('adds and replaces', () => {
  const store = storeOf(device('a'), device('b', { lat: 1, lon: 2 }));
  store.apply([device('a', { lat: 5, lon: 6, status: 3 })]);
  expect(store.size).toBe(2);
  expect(store.get('a')?.status).toBe(3);
  expect(placeOf(store, 'a')).toEqual([5, 6]);
  expect(placeOf(store, 'b')).toEqual([1, 2]);
});

test('the last row takes the place of the one that leaves', () => {
  const store = storeOf(device('a'), device('b'), device('c', { lat: 7, lon: 8, alarms: 2 }));
  store.apply([], ['a', 'unknown']);
  expect(store.size).toBe(2);
  expect(store.get('a')).toBeUndefined();
  expect(store.rowOf('c')).toBe(0);
  expect(placeOf(store, 'c')).toEqual([7, 8]);
  expect(store.marks[0]).toBe(storeOf(device('c', { alarms: 2 })).marks[0]);
  store.apply([], ['b', 'c']);
  expect(store.size).toBe(0);
  expect(store.at(0)).toBeUndefined();
});

test('one change may add and remove the same device', () => {
  const store = storeOf(device('a'));
  store.apply([device('b')], ['b']);
  expect(store.size).toBe(1);
  expect(store.get('b')).toBeUndefined();
});

test.each<[string, Partial<LiveDevice>]>([
  ['no place', { lat: null, lon: null }],
  ['half a place', { lat: 3, lon: null }],
  ['0/0, a lock without a fix', { lat: 0, lon: 0 }],
  ['beyond the pole', { lat: 91, lon: 0 }],
  ['beyond the antimeridian', { lat: 0, lon: 181 }],
  ['not a number', { lat: Number.NaN, lon: 1 }],
])('kept and counted but not drawn: %s', (_, given) => {
  const store = storeOf(device('a', given));
  expect(placeOf(store, 'a')).toEqual([Number.NaN, Number.NaN]);
  expect(store.search('a', 5)).toHaveLength(1);
  expect(store.countByStatus()[2]).toBe(1);
});

test('a place on the equator or the meridian is a place', () => {
  const store = storeOf(device('a', { lat: 0, lon: 9 }), device('b', { lat: 51, lon: 0 }));
  expect(placeOf(store, 'a')).toEqual([0, 9]);
  expect(placeOf(store, 'b')).toEqual([51, 0]);
});

test('grows beyond its first arrays', () => {
  const store = storeOf(device('first', { lat: 1, lon: 1 }));
  store.apply(
    Array.from({ length: 5000 }, (_, i) => device(`n${i}`, { lat: 2, lon: i / 100 + 1 })),
  );
  expect(store.size).toBe(5001);
  expect(placeOf(store, 'first')).toEqual([1, 1]);
  expect(placeOf(store, 'n4999')?.[1]).toBeCloseTo(50.99, 9);
});

test('counts by status through every change', () => {
  const store = storeOf(device('a'), device('b', { status: 3 }), device('c', { status: 255 }));
  expect(store.countByStatus()).toEqual({ 0: 0, 1: 0, 2: 1, 3: 1, 255: 1 });
  store.apply([device('a', { status: 1 })], ['b']);
  expect(store.countByStatus()).toEqual({ 0: 0, 1: 1, 2: 0, 3: 0, 255: 1 });
});

describe('filter', () => {
  test('hides from the map, not from search and counts', () => {
    const store = storeOf(device('a'), device('b', { status: 3 }));
    store.setFilter(({ status }) => status === 3);
    expect(placeOf(store, 'a')?.[0]).toBeNaN();
    expect(placeOf(store, 'b')).toEqual([31, 121]);
    expect(store.search('lorry', 5)).toHaveLength(2);
    store.apply([device('a', { status: 3 })]);
    expect(placeOf(store, 'a')).toEqual([31, 121]);
    store.apply([device('b', { status: 0 })]);
    store.setFilter(null);
    expect(placeOf(store, 'b')).toEqual([31, 121]);
  });
});

test('tells what changed, once per change', () => {
  const store = storeOf(device('a'), device('b'));
  const told: FleetChange[] = [];
  const end = store.subscribe((change) => told.push(change));
  const before = store.version;
  store.apply([device('b'), device('c')]);
  store.apply([], ['a']);
  store.apply([], ['unknown']);
  store.setFilter(null);
  end();
  store.apply([device('d')]);
  expect(told).toEqual([[1, 2], [0], 'all']);
  expect(store.version).toBe(before + 4);
});

const followed = () => {
  const store = new FleetStore();
  const plane = new FleetPlane(store);
  store.subscribe((change) => plane.follow(change));
  plane.switchTo(worldPlane);
  return { store, plane };
};

test('follows additions, moves and removals', () => {
  const { store, plane } = followed();
  store.apply([device('a', { lat: 1, lon: 90 }), device('b', { lat: 1, lon: -90 })]);
  expect([...plane.x.subarray(0, 2)]).toEqual([0.75, 0.25]);
  store.apply([device('a', { lat: 1, lon: 0 })]);
  expect(plane.x[0]).toBe(0.5);
  store.apply([], ['a']);
  expect(plane.x[0]).toBe(0.25);
});

test('a device that is not drawn is NaN, and comes back', () => {
  const { store, plane } = followed();
  store.apply([device('a', { lat: null, lon: null })]);
  expect(plane.x[0]).toBeNaN();
  store.apply([device('a', { lat: 1, lon: 0 })]);
  expect(plane.x[0]).toBe(0.5);
  store.setFilter(() => false);
  expect(plane.x[0]).toBeNaN();
});

test('grows with the store', () => {
  const { store, plane } = followed();
  store.apply([device('a', { lat: 1, lon: 0 })]);
  store.apply(Array.from({ length: 3000 }, (_, i) => device(`n${i}`, { lat: 1, lon: 90 })));
  expect(plane.x[0]).toBe(0.5);
  expect(plane.x[3000]).toBe(0.75);
});

test('another plane projects all again', () => {
  const { store, plane } = followed();
  store.apply([device('a', { lat: -33.9, lon: 151.2 })]);
  plane.switchTo(baiduPlane);
  expect(plane.x[0]).toBeCloseTo(151.2 * 111320.70206, 0);
});

test('every state has a slot and a severity', () => {
  expect(STATES.map(slotOf)).toEqual([0, 1, 2, 3, 4]);
  expect([...WORST_FIRST].sort()).toEqual([...STATES].sort());
});

test('a status this console does not know counts as initial', () => {
  expect(slotOf(77 as LockStatus)).toBe(slotOf(255));
});

test.each<[number[], LockStatus]>([
  [[1, 1, 1, 1, 1], 3],
  [[1, 1, 9, 0, 1], 1],
  [[1, 0, 9, 0, 1], 0],
  [[0, 0, 1, 0, 99], 2],
  [[0, 0, 0, 0, 1], 255],
])('the worst of %j is %i', (shares, worst) => {
  expect(worstOf(shares)).toBe(worst);
});

test.each(STATES)('a mark keeps state %i, alarm and connection apart', (status) => {
  for (const alarms of [0, 4]) {
    for (const communicate_status of [0, 1] as const) {
      const mark = markOf(device('a', { status, alarms, communicate_status }));
      expect([slotOfMark(mark), hasAlarm(mark), isOnline(mark)]).toEqual([
        slotOf(status),
        alarms > 0,
        communicate_status === 1,
      ]);
    }
  }
});

const HOUR = 3_600_000;
const NOW = 1_700_000_000_000;

test.each<[string, Partial<LiveDevice>, boolean]>([
  ['fresh', { position_time: NOW - HOUR }, false],
  ['old position', { position_time: NOW - 7 * HOUR }, true],
  ['offline', { position_time: NOW, communicate_status: 0 }, true],
  ['no time known', { position_time: null }, false],
])('stale: %s', (_, given, stale) => {
  expect(isStale(device('a', given), NOW)).toBe(stale);
});

test.each<[string, Partial<LiveDevice>, number | null]>([
  ['moving', { speed: 40, course: 90 }, 90],
  ['due north', { speed: 40, course: 0 }, 0],
  ['standing, wandering fix', { speed: 1, course: 90 }, null],
  ['no course', { speed: 40, course: null }, null],
  ['no speed', { speed: null, course: 90 }, null],
  ['out of date', { speed: 40, course: 90, communicate_status: 0 }, null],
])('heading: %s', (_, given, heading) => {
  expect(headingOf(device('a', given), NOW)).toBe(heading);
});

test.each([
  [2, '2'],
  [999, '999'],
  [1000, '1.0k'],
  [9949, '9.9k'],
  [9960, '10k'],
  [999_499, '999k'],
  [1_200_000, '1.2M'],
])('%i is written %s', (count, text) => {
  expect(shortCount(count)).toBe(text);
});
