import { expect, test } from 'vitest';
import { FleetStore } from '../../../../../src/console/maps/fleet/fleetStore';
import { device } from './device';

const fleet = () => {
  const store = new FleetStore();
  store.apply([
    device('ES1002', { device_name: 'Cold 100' }),
    device('ES100', { device_name: 'Shuttle' }),
    device('XX77', { device_name: 'ES1 spare' }),
    device('YES1', { device_name: '沪A·12345' }),
    device('ZZ9', { device_name: 'Last' }),
  ]);
  return store;
};

const found = (store: FleetStore, text: string, limit = 10) =>
  store.search(text, limit).map(({ sn }) => sn);

test.each<[string, string[]]>([
  ['es100', ['ES100', 'ES1002']],
  ['ES1', ['ES1002', 'ES100', 'XX77', 'YES1']],
  ['  shuttle ', ['ES100']],
  ['沪a', ['YES1']],
  ['123', ['YES1']],
  ['100', ['ES1002', 'ES100']],
  ['nothing', []],
  ['', []],
  ['   ', []],
  ['.*', []],
])('%j finds, best first, %j', (text, sns) => {
  expect(found(fleet(), text)).toEqual(sns);
});

test('no more than asked for, and the best of them', () => {
  expect(found(fleet(), 'es100', 1)).toEqual(['ES100']);
  expect(found(fleet(), 'es', 2)).toEqual(['ES1002', 'ES100']);
  expect(found(fleet(), 'es', 0)).toEqual([]);
});

test('follows names, additions and removals', () => {
  const store = fleet();
  expect(found(store, 'renamed')).toEqual([]);
  store.apply([device('ZZ9', { device_name: 'Renamed' }), device('NEW', { device_name: 'Fresh' })]);
  expect(found(store, 'renamed')).toEqual(['ZZ9']);
  expect(found(store, 'last')).toEqual([]);
  expect(found(store, 'fresh')).toEqual(['NEW']);
  store.apply([], ['ES1002']);
  expect(found(store, 'cold')).toEqual([]);
  expect(found(store, 'fresh')).toEqual(['NEW']);
  store.apply([device('ES1002', { device_name: 'Back' })]);
  expect(found(store, 'back')).toEqual(['ES1002']);
  expect(found(store, 'fresh')).toEqual(['NEW']);
});
