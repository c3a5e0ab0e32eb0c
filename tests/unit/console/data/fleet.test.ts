import { expect, test, vi } from 'vitest';
import { Fleet } from '../../../../src/console/data';
import { unpackedColumns } from '../../../../src/domain/liveColumns';
import { applyDevices, device, fleetOf } from '../maps/fleet/device';

test('returns the same object until a device changes', () => {
  const fleet = fleetOf(device('a'), device('b'));
  const [a, b] = [fleet.get('a'), fleet.get('b')];
  expect(fleet.get('a')).toBe(a);
  applyDevices(fleet, [device('b', { status: 3 })]);
  expect(fleet.get('a')).toBe(a);
  expect(fleet.get('b')).not.toBe(b);
  expect(fleet.get('b')).toEqual(device('b', { status: 3 }));
});

test('reads missing columns as null or the default, and text numbers as numbers', () => {
  const fleet = new Fleet();
  fleet.apply(unpackedColumns({ sn: ['a', 7], status: [null, '2'], electric: ['55'] }));
  expect(fleet.get('a')).toMatchObject({ status: 255, communicate_status: 0, electric: 55 });
  expect(fleet.get('7')).toMatchObject({ status: 2, lat: null, electric: null, device_name: null });
});

test('removes the devices that a load leaves out, at its end', () => {
  const fleet = fleetOf(device('a'), device('b'), device('c'), device('d'));
  const listener = vi.fn();
  fleet.subscribe(listener);
  const groups = [{ count: 3, box: [1, 2, 3, 4] as const }];
  fleet.beginLoad(groups);
  applyDevices(fleet, [device('d'), device('b', { status: 1 })]);
  expect([fleet.size, fleet.expected]).toEqual([4, groups]);
  applyDevices(fleet, [device('e')]);
  fleet.endLoad();
  expect(listener.mock.lastCall).toEqual(['all', ['c', 'a']]);
  expect([fleet.size, fleet.expected]).toEqual([3, null]);
  expect(['b', 'd', 'e'].map((sn) => fleet.get(sn)?.status)).toEqual([1, 2, 2]);
  expect(['a', 'c'].map((sn) => fleet.get(sn))).toEqual([undefined, undefined]);
});

test('changes membership when devices come, go or are renamed, not when they move', () => {
  const fleet = fleetOf(device('a'), device('b'));
  const { membership } = fleet;
  applyDevices(fleet, [device('a', { lat: 5 })]);
  expect(fleet.membership).toBe(membership);
  applyDevices(fleet, [device('a', { device_name: 'Other' })]);
  expect(fleet.membership).toBeGreaterThan(membership);
});

const fleet = () =>
  fleetOf(
    device('ES1002', { device_name: 'Cold 100' }),
    device('ES100', { device_name: 'Shuttle' }),
    device('XX77', { device_name: 'ES1 spare' }),
    device('YES1', { device_name: '沪A·12345' }),
    device('ZZ9', { device_name: 'Last' }),
  );

const searchSns = (of: Fleet, text: string, limit = 10) =>
  of.search(text, limit).rows.map((row) => of.snAt(row));

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
])('searching %j finds, best first, %j', (text, sns) => {
  expect(searchSns(fleet(), text)).toEqual(sns);
});

test('finds no more than the limit, and the best matches', () => {
  expect(searchSns(fleet(), 'es100', 1)).toEqual(['ES100']);
  expect(searchSns(fleet(), 'es', 2)).toEqual(['ES1002', 'ES100']);
  expect(searchSns(fleet(), 'es', 0)).toEqual([]);
});

test('searches new names, added devices and removed ones', () => {
  const of = fleet();
  expect(searchSns(of, 'renamed')).toEqual([]);
  applyDevices(of, [
    device('ZZ9', { device_name: 'Renamed' }),
    device('NEW', { device_name: 'Fresh' }),
  ]);
  expect(searchSns(of, 'renamed')).toEqual(['ZZ9']);
  expect(searchSns(of, 'last')).toEqual([]);
  expect(searchSns(of, 'fresh')).toEqual(['NEW']);
  applyDevices(of, [], ['ES1002']);
  expect(searchSns(of, 'cold')).toEqual([]);
  expect(searchSns(of, 'fresh')).toEqual(['NEW']);
  applyDevices(of, [device('ES1002', { device_name: 'Back' })]);
  expect(searchSns(of, 'back')).toEqual(['ES1002']);
  expect(searchSns(of, 'fresh')).toEqual(['NEW']);
});
