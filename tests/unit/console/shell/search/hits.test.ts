import { expect, test } from 'vitest';
import { command, entity, f } from '../../../../../src/config';
import type { MenuRoute } from '../../../../../src/console/app/menus';
import { searchableCommands } from '../../../../../src/console/shell/search/commands';
import {
  deviceHits,
  findDevices,
  groupOf,
  type Hit,
  type HitGroup,
  orderedGroups,
  pageGroup,
} from '../../../../../src/console/shell/search/hits';
import type { Match } from '../../../../../src/console/shell/search/matcher';
import type { LiveDevice } from '../../../../../src/domain/live';
import { device, fleetOf } from '../../maps/fleet/device';

const route: MenuRoute = {
  code: 'role',
  path: '/role',
  url: 'role',
  page: undefined,
  icon: '',
  name: undefined,
};

const group = (name: HitGroup['name'], isExact: boolean, count = 1): HitGroup => ({
  name,
  isExact,
  isTruncated: false,
  hits: Array.from({ length: count }, (_, i) => ({ key: `${name} ${i}` }) as Hit),
});

test.each([
  ['all exact', [group('pages', true), group('devices', true)], ['pages', 'devices']],
  [
    'an SN before pages that resemble it',
    [group('pages', false), group('devices', true)],
    ['devices', 'pages'],
  ],
  ['none exact', [group('pages', false), group('commands', false)], ['pages', 'commands']],
  ['similar commands if nothing is exact', [group('commands', false)], ['commands']],
  [
    'no similar commands beside an exact hit',
    [group('pages', true), group('commands', false)],
    ['pages'],
  ],
  ['without empty groups', [group('pages', true, 0), group('devices', true)], ['devices']],
])('orders groups: %s', (_, groups, names) => {
  expect(orderedGroups(groups).map(({ name }) => name)).toEqual(names);
});

test.each([
  ['typed', true],
  ['across', true],
  ['like', false],
] as const)('pages found by the match kind %s are exact: %s', (kind, isExact) => {
  const match: Match<MenuRoute> = {
    item: route,
    title: [{ text: 'Role', marks: [] }],
    code: undefined,
    kind,
  };
  expect(pageGroup([match])).toMatchObject({
    isExact,
    hits: [{ key: 'page role', address: '/role' }],
  });
});

test.each([
  [8, 8, false],
  [9, 8, true],
])('shows of %i devices %i, and mentions further ones: %s', (count, length, isTruncated) => {
  const devices = Array.from({ length: count }, (_, i) => device(`ES${i}`));
  const { hits, ...rest } = groupOf('devices', deviceHits(devices, 'ES'));
  expect(hits).toHaveLength(length);
  expect(rest).toEqual({ name: 'devices', isTruncated, isExact: true });
});

const isSealed = ({ status }: LiveDevice) => status === 2;

test('marks the query in SN and name', () => {
  const [hit] = deviceHits([device('ES1002', { device_name: 'Cold es1' })], ' ES1 ');
  expect(hit?.sn).toEqual({ text: 'ES1002', marks: [[0, 3]] });
  expect(hit?.name).toEqual({ text: 'Cold es1', marks: [[5, 8]] });
  expect(hit?.key).toBe('device ES1002');
});

test('marks the devices that a command is refused for', () => {
  const hits = deviceHits([device('A', { status: 1 }), device('B', { status: 2 })], '', isSealed);
  expect(hits.map(({ blocked }) => blocked)).toEqual([false, true]);
});

test('blocks no device without a command in the query', () => {
  expect(deviceHits([device('A', {})], '')[0]?.blocked).toBe(false);
});

test.each([
  ['ES1', undefined, ['ES1', 'ES10', 'ES11']],
  ['es1', isSealed, ['ES1', 'ES11', 'ES13']],
  ['ES', isSealed, ['ES11', 'ES13', 'ES1']],
  ['ES10', isSealed, ['ES10']],
  ['zz', isSealed, []],
] as const)('finds for %j, with refused devices last: %j', (query, isRefused, expected) => {
  const fleet = ['ES1', 'ES10', 'ES11', 'ES12', 'ES13'].map((sn) =>
    device(sn, { status: sn === 'ES11' || sn === 'ES13' ? 0 : 2 }),
  );
  expect(findDevices(fleetOf(...fleet), query, 3, isRefused).map(({ sn }) => sn)).toEqual(expected);
});

test('finds a lock without a name by its SN', () => {
  const nameless = device('ES11', { device_name: null });
  expect(findDevices(fleetOf(nameless), 'es1', 3)).toEqual([nameless]);
  expect(findDevices(fleetOf(nameless), 'port', 3)).toEqual([]);
  expect(deviceHits([nameless], 'es1')[0]?.name).toEqual({ text: '', marks: [] });
});

const lock = entity('lock', ['Lock', '锁'], {
  fields: { sn: f.text(['SN', '设备号']) },
  commands: { seal: command(['Seal', '施封']), unseal: command(['Unseal', '解封']) },
});
const gate = entity('gate', ['Gate', '门'], {
  fields: { sn: f.text(['SN', '设备号']) },
  commands: { open: command(['Open', '打开']) },
});
const entities = [lock, gate];

const granting =
  (...granted: string[]) =>
  (...keys: readonly (string | undefined)[]) =>
    keys.some((key) => key !== undefined && granted.includes(key));

test.each([
  ['by button code', ['lock:seal'], ['Seal']],
  ['by path', ['/command/open'], ['Open']],
  ['all', ['lock:seal', 'lock:unseal', 'gate:open'], ['Seal', 'Unseal', 'Open']],
  ['no commands', [], []],
  ['without commands of another entity', ['gate:seal'], []],
])('offers the granted commands %s', (_, granted, labels) => {
  const commands = searchableCommands({ entities }, granting(...granted), 'en');
  expect(commands.map(({ title }) => title[0])).toEqual(labels);
});

test('finds commands in the reader’s language, and by code in any', () => {
  const [hit] = searchableCommands({ entities }, granting('lock:seal'), 'zh');
  expect(hit).toMatchObject({ title: ['施封'], codes: ['/seal'], item: { code: 'seal' } });
  expect(hit?.item.entity).toBe(lock);
});
