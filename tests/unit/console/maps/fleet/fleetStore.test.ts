import { describe, expect, test } from 'vitest';
import { type FleetChange, FleetStore } from '../../../../../src/console/maps/fleet/fleetStore';
import type { LiveDevice } from '../../../../../src/domain/live';
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
