import { expect, test } from 'vitest';
import { FleetPlane } from '../../../../../src/console/maps/fleet/fleetPlane';
import { FleetStore } from '../../../../../src/console/maps/fleet/fleetStore';
import { baiduPlane, worldPlane } from '../../../../../src/console/maps/plane';
import { device } from './device';

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
