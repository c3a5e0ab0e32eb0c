import { describe, expect, test } from 'vitest';
import type { FleetChange } from '../../../../../src/console/data';
import {
  BY_SEVERITY,
  FleetPlane,
  FleetStore,
  isOnline,
  MARKS,
  markOf,
  rankOfMark,
  STATES,
  severityOfMark,
  slotOf,
  slotOfMark,
  visibleBounds,
  worstOf,
} from '../../../../../src/console/maps/fleet/fleetStore';
import { baiduPlane, worldPlane } from '../../../../../src/console/maps/plane';
import { countsOf } from '../../../../../src/console/pages/fleetCounts';
import type { LiveDevice } from '../../../../../src/domain/live';
import type { LockStatus } from '../../../../../src/domain/lock';
import { applyDevices, device, fleetOf } from './device';

const storeOf = (...devices: LiveDevice[]) => {
  const store = new FleetStore(fleetOf(...devices));
  store.follow();
  return store;
};

const placeOf = (store: FleetStore, sn: string) => {
  const row = store.fleet.rowOf(sn);
  return row === undefined ? undefined : [store.lat[row], store.lon[row]];
};

test('adds and replaces devices', () => {
  const store = storeOf(device('a'), device('b', { lat: 1, lon: 2 }));
  applyDevices(store.fleet, [device('a', { lat: 5, lon: 6, status: 3 })]);
  expect(store.size).toBe(2);
  expect(store.fleet.get('a')?.status).toBe(3);
  expect(placeOf(store, 'a')).toEqual([5, 6]);
  expect(placeOf(store, 'b')).toEqual([1, 2]);
});

test('colours marks by the worst alarm, and redraws changed rows only', () => {
  const alarms = 1;
  const store = storeOf(
    device('a', { alarms }),
    device('b', { alarms }),
    device('c'),
    device('d', { alarms }),
  );
  const severities = () => [...store.marks.subarray(0, store.size)].map(severityOfMark);
  // An alarm of which nothing is known counts as critical.
  expect(severities()).toEqual([1, 1, 0, 1]);
  const changes: FleetChange[] = [];
  store.subscribe((change) => changes.push(change));
  store.setAlarms(
    new Map([
      ['a', { severity: 2 }],
      ['c', { severity: 2 }],
      ['unknown', { severity: 1 }],
    ]),
    1,
  );
  expect(severities()).toEqual([2, 1, 0, 1]);
  expect(changes).toEqual([[0, 2]]);
  store.setAlarms(new Map([['a', { severity: 2 }]]), 3);
  expect(severities()).toEqual([2, 3, 0, 3]);
  store.setAlarms(new Map([['a', { severity: 2 }]]), 3);
  expect(changes).toEqual([[0, 2], 'all']);
  applyDevices(store.fleet, [device('c', { alarms })]);
  expect(severities()).toEqual([2, 3, 3, 3]);
});

test('redraws a device when an operator takes its worst alarm', () => {
  const store = storeOf(device('a', { alarms: 1 }), device('b', { alarms: 1 }));
  const alarmsOf = (taken_by?: string) =>
    new Map([
      ['a', { severity: 2 }],
      ['b', { severity: 2, taken_by }],
    ] as const);
  store.setAlarms(alarmsOf(), 1);
  const changes: FleetChange[] = [];
  store.subscribe((change) => changes.push(change));
  store.setAlarms(alarmsOf('Lin Yue'), 1);
  expect([store.isTaken(0), store.isTaken(1)]).toEqual([false, true]);
  store.setAlarms(alarmsOf('Chen Hao'), 1);
  store.setAlarms(alarmsOf(), 1);
  expect([store.isTaken(0), store.isTaken(1)]).toEqual([false, false]);
  expect(changes).toEqual([[1], [1]]);
});

test('moves the last row into the place of a removed device', () => {
  const store = storeOf(device('a'), device('b'), device('c', { lat: 7, lon: 8, alarms: 2 }));
  applyDevices(store.fleet, [], ['a', 'unknown']);
  expect(store.size).toBe(2);
  expect(store.fleet.get('a')).toBeUndefined();
  expect(store.fleet.rowOf('c')).toBe(0);
  expect(placeOf(store, 'c')).toEqual([7, 8]);
  expect(store.marks[0]).toBe(storeOf(device('c', { alarms: 2 })).marks[0]);
  applyDevices(store.fleet, [], ['b', 'c']);
  expect(store.size).toBe(0);
  expect(store.fleet.at(0)).toBeUndefined();
});

test('adds and removes a device in one change', () => {
  const store = storeOf(device('a'));
  applyDevices(store.fleet, [device('b')], ['b']);
  expect(store.size).toBe(1);
  expect(store.fleet.get('b')).toBeUndefined();
});

test.each<[string, Partial<LiveDevice>]>([
  ['no place', { lat: null, lon: null }],
  ['half a place', { lat: 3, lon: null }],
  ['0/0, a lock without a fix', { lat: 0, lon: 0 }],
  ['beyond the pole', { lat: 91, lon: 0 }],
  ['beyond the antimeridian', { lat: 0, lon: 181 }],
  ['not a number', { lat: Number.NaN, lon: 1 }],
])('counts a device but does not draw it: %s', (_, changes) => {
  const store = storeOf(device('a', changes));
  expect(placeOf(store, 'a')).toEqual([Number.NaN, Number.NaN]);
  expect(store.fleet.search('a', 5).total).toBe(1);
  expect(countsOf(store.fleet, 20, 0).byStatus[2]).toBe(1);
});

test('draws a place on the equator or the meridian', () => {
  const store = storeOf(device('a', { lat: 0, lon: 9 }), device('b', { lat: 51, lon: 0 }));
  expect(placeOf(store, 'a')).toEqual([0, 9]);
  expect(placeOf(store, 'b')).toEqual([51, 0]);
});

test('grows beyond its initial arrays', () => {
  const store = storeOf(device('first', { lat: 1, lon: 1 }));
  applyDevices(
    store.fleet,
    Array.from({ length: 5000 }, (_, i) => device(`n${i}`, { lat: 2, lon: i / 100 + 1 })),
  );
  expect(store.size).toBe(5001);
  expect(placeOf(store, 'first')).toEqual([1, 1]);
  expect(placeOf(store, 'n4999')?.[1]).toBeCloseTo(50.99, 9);
});

test('counts by status after every change', () => {
  const store = storeOf(device('a'), device('b', { status: 3 }), device('c', { status: 255 }));
  const counts = () => countsOf(store.fleet, 20, 0).byStatus;
  expect(counts()).toEqual({ 0: 0, 1: 0, 2: 1, 3: 1, 255: 1 });
  applyDevices(store.fleet, [device('a', { status: 1 })], ['b']);
  expect(counts()).toEqual({ 0: 0, 1: 1, 2: 0, 3: 0, 255: 1 });
});

describe('filter', () => {
  test('hides devices from the map, not from search and counts', () => {
    const store = storeOf(device('a'), device('b', { status: 3 }));
    store.setFilter((row) => store.fleet.numbers.status[row] === 3);
    expect(placeOf(store, 'a')?.[0]).toBeNaN();
    expect(placeOf(store, 'b')).toEqual([31, 121]);
    expect(store.fleet.search('lorry', 5).total).toBe(2);
    expect([...store.passing.subarray(0, 2)]).toEqual([0, 1]);
    applyDevices(store.fleet, [device('a', { status: 3 })]);
    expect(placeOf(store, 'a')).toEqual([31, 121]);
    applyDevices(store.fleet, [device('b', { status: 0 })]);
    store.setFilter(null);
    expect(placeOf(store, 'b')).toEqual([31, 121]);
  });
});

test('reports each change once', () => {
  const store = storeOf(device('a'), device('b'));
  const changes: FleetChange[] = [];
  const end = store.subscribe((change) => changes.push(change));
  applyDevices(store.fleet, [device('b'), device('c')]);
  applyDevices(store.fleet, [], ['a']);
  applyDevices(store.fleet, [], ['unknown']);
  store.setFilter(null);
  end();
  applyDevices(store.fleet, [device('d')]);
  expect(changes).toEqual([[1, 2], [0], 'all']);
});

const createFollowed = () => {
  const store = storeOf();
  const plane = new FleetPlane(store);
  store.subscribe((change) => plane.follow(change));
  plane.switchTo(worldPlane);
  return { store, plane };
};

test('follows added, moved and removed devices', () => {
  const { store, plane } = createFollowed();
  applyDevices(store.fleet, [device('a', { lat: 1, lon: 90 }), device('b', { lat: 1, lon: -90 })]);
  expect([...plane.x.subarray(0, 2)]).toEqual([0.75, 0.25]);
  applyDevices(store.fleet, [device('a', { lat: 1, lon: 0 })]);
  expect(plane.x[0]).toBe(0.5);
  applyDevices(store.fleet, [], ['a']);
  expect(plane.x[0]).toBe(0.25);
});

test('has NaN for a device that is not drawn, until it returns', () => {
  const { store, plane } = createFollowed();
  applyDevices(store.fleet, [device('a', { lat: null, lon: null })]);
  expect(plane.x[0]).toBeNaN();
  applyDevices(store.fleet, [device('a', { lat: 1, lon: 0 })]);
  expect(plane.x[0]).toBe(0.5);
  store.setFilter(() => false);
  expect(plane.x[0]).toBeNaN();
});

test('grows with the store', () => {
  const { store, plane } = createFollowed();
  applyDevices(store.fleet, [device('a', { lat: 1, lon: 0 })]);
  applyDevices(
    store.fleet,
    Array.from({ length: 3000 }, (_, i) => device(`n${i}`, { lat: 1, lon: 90 })),
  );
  expect(plane.x[0]).toBe(0.5);
  expect(plane.x[3000]).toBe(0.75);
});

test('projects all devices again for another plane', () => {
  const { store, plane } = createFollowed();
  applyDevices(store.fleet, [device('a', { lat: -33.9, lon: 151.2 })]);
  plane.switchTo(baiduPlane);
  expect(plane.x[0]).toBeCloseTo(151.2 * 111320.70206, 0);
});

test('each state has a slot and a severity', () => {
  expect(STATES.map(slotOf)).toEqual([0, 1, 2, 3, 4]);
  expect([...BY_SEVERITY].sort()).toEqual([...STATES].sort());
});

test('an unknown status counts as initial', () => {
  expect(slotOf(77 as LockStatus)).toBe(slotOf(255));
});

test.each<[number[], LockStatus]>([
  [[1, 1, 1, 1, 1], 3],
  [[1, 1, 9, 0, 1], 1],
  [[1, 0, 9, 0, 1], 0],
  [[0, 0, 1, 0, 99], 2],
  [[0, 0, 0, 0, 1], 255],
])('the worst state of %j is %i', (shares, worst) => {
  expect(worstOf(shares)).toBe(worst);
});

test.each(STATES)('a mark separates state %i, alarm and connection', (status) => {
  for (const rank of [0, 1, 2, 3, 4, 5, 6] as const) {
    for (const communicate_status of [0, 1, 2] as const) {
      const mark = markOf(status, rank, communicate_status);
      expect(mark).toBeLessThan(MARKS);
      expect([slotOfMark(mark), rankOfMark(mark), severityOfMark(mark), isOnline(mark)]).toEqual([
        slotOf(status),
        rank,
        rank > 3 ? rank - 3 : rank,
        communicate_status !== 0,
      ]);
    }
  }
});

test.each<[string, (readonly [number, number])[], object | undefined]>([
  ['no device', [], undefined],
  ['one device', [[31, 121]], { south: 31, west: 121, north: 31, east: 121 }],
  [
    'beside each other',
    [
      [1, 10],
      [5, 10.05],
      [-3, 40],
    ],
    { south: -3, west: 10, north: 5, east: 40 },
  ],
  [
    'across the antimeridian',
    [
      [1, 179],
      [5, -170],
      [3, 150],
    ],
    { south: 1, west: 150, north: 5, east: 190 },
  ],
])('encloses the drawn devices: %s', (_, places, box) => {
  const store = storeOf(...places.map(([lat, lon], i) => device(`d${i}`, { lat, lon })));
  applyDevices(store.fleet, [device('nowhere', { lat: null, lon: null })]);
  expect(visibleBounds(store)).toEqual(box);
});
