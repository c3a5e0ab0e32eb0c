import { expect, it, test } from 'vitest';
import {
  isArchive,
  type MapServices,
  mapKeysOf,
  type ProviderId,
  parseMapServices,
  providerIds,
  resolveProvider,
  usableProvider,
} from '../../../../../src/console/maps/base/providers';

const services: MapServices = {
  tiles: {
    amap: { url: 'https://tiles.test/{x}/{y}/{z}', subdomains: '1234', attribution: 'AutoNavi' },
    google: { url: 'https://g.test/{x}/{y}/{z}?key={key}' },
    baidu: { url: 'https://b.test/{x}/{y}/{z}?ak={key}&k={key}' },
  },
  keys: { baidu: 'a&b' },
};

test.each<[ProviderId, MapServices, string | undefined, string | null]>([
  ['amap', services, 'https://tiles.test/{x}/{y}/{z}', null],
  ['google', services, undefined, 'noKey'],
  ['baidu', services, 'https://b.test/{x}/{y}/{z}?ak=a%26b&k=a%26b', null],
  ['mapWorld', services, undefined, null],
  ['amap', {}, undefined, 'noService'],
  ['mapWorld', {}, undefined, null],
  ['mapWorld', { tiles: { mapWorld: { url: '/t/{z}/{x}/{y}' } } }, '/t/{z}/{x}/{y}', null],
  ['mapWorld', { tiles: { mapWorld: { url: '/t?{key}' } }, keys: {} }, undefined, 'noKey'],
  ['mapWorld', { tiles: { mapWorld: { url: '/t?{key}' } } }, undefined, null],
])('resolves the map provider %s', (id, ownServices, url, reason) => {
  const resolved = resolveProvider(id, ownServices);
  expect(resolved.tiles?.url).toBe(url);
  expect(resolved.reason).toBe(reason);
});

const GOOGLE = {
  google: { url: 'https://g.test/v1/2dtiles/{z}/{x}/{y}?session={session}&key={key}' },
};

test.each<[string, MapServices, string | undefined, string | null]>([
  ['no key', { tiles: GOOGLE, keys: {} }, undefined, 'noKey'],
  ['a session that is loading', { tiles: GOOGLE, keys: { google: 'k' } }, undefined, null],
  [
    'a session',
    { tiles: GOOGLE, keys: { google: 'k&' }, session: { session: 's=1', problem: null } },
    'https://g.test/v1/2dtiles/{z}/{x}/{y}?session=s%3D1&key=k%26',
    null,
  ],
  [
    'a refusal',
    { tiles: GOOGLE, keys: { google: 'k' }, session: { session: null, problem: 'No billing' } },
    undefined,
    'refused',
  ],
])('resolves Google with %s', (_, ownServices, url, reason) => {
  const resolved = resolveProvider('google', ownServices);
  expect([resolved.tiles?.url, resolved.reason]).toEqual([url, reason]);
  const usable = usableProvider('google', ownServices);
  expect(usable.id).toBe(reason === null ? 'google' : 'mapWorld');
  expect(usable.problem).toBe(reason === 'refused' ? 'No billing' : undefined);
});

test('keeps the other settings of a map service', () => {
  expect(resolveProvider('amap', services).tiles).toEqual(services.tiles?.amap);
});

test('every provider has a name in both languages and a datum', () => {
  for (const id of providerIds) {
    const { label, datum } = resolveProvider(id, {});
    expect(label.every(Boolean)).toBe(true);
    expect(['wgs84', 'gcj02', 'bd09']).toContain(datum);
  }
});

it.each([
  ['', {}],
  [
    'https://tiles.example/',
    {
      amap: 'https://tiles.example/amap/{z}/{x}/{y}.png',
      baidu: 'https://tiles.example/baidu/{z}/{x}/{y}.png',
      google: 'https://tiles.example/google/{z}/{x}/{y}.png',
      mapWorld: 'https://tiles.example/mapWorld/{z}/{x}/{y}.png',
    },
  ],
  [
    'https://t.example/{provider}/{z}/{y}/{x}?k=1',
    {
      amap: 'https://t.example/amap/{z}/{y}/{x}?k=1',
      baidu: 'https://t.example/baidu/{z}/{y}/{x}?k=1',
      google: 'https://t.example/google/{z}/{y}/{x}?k=1',
      mapWorld: 'https://t.example/mapWorld/{z}/{y}/{x}?k=1',
    },
  ],
  ['https://osm.example/{z}/{x}/{y}.png', { mapWorld: 'https://osm.example/{z}/{x}/{y}.png' }],
  [
    'amap=https://a.example/{x}/{y}/{z}?key={key}  https://osm.example/{z}/{x}/{y}.png',
    {
      amap: 'https://a.example/{x}/{y}/{z}?key={key}',
      mapWorld: 'https://osm.example/{z}/{x}/{y}.png',
    },
  ],
  [
    'https://t.example amap=https://a.example/{x}/{y}/{z}',
    {
      amap: 'https://a.example/{x}/{y}/{z}',
      baidu: 'https://t.example/baidu/{z}/{x}/{y}.png',
      google: 'https://t.example/google/{z}/{x}/{y}.png',
      mapWorld: 'https://t.example/mapWorld/{z}/{x}/{y}.png',
    },
  ],
])('reads the map service “%s”', (mapService, urls) => {
  const tiles = parseMapServices(mapService);
  expect(Object.fromEntries(Object.entries(tiles).map(([id, { url }]) => [id, url]))).toEqual(urls);
});

it('uses the map keys for the web and for declared maps only', () => {
  const rows = [
    { mapCode: 'amap', useTerminal: 'screen', mapKey: 'wall' },
    { mapCode: 'amap', useTerminal: 'web', mapKey: 'a' },
    { mapCode: 'google', useTerminal: 'screen', mapKey: 'wall' },
    { mapCode: 'elsewhere', useTerminal: 'web', mapKey: 'e' },
  ];
  expect(mapKeysOf(rows)).toEqual({ amap: 'a' });
});

it('reads zoom, attribution, link and subdomains of a map service', () => {
  const setting =
    'https://{s}.t.example/{z}/{x}/{y}.png#maxZoom=19&attribution=%C2%A9+Somebody&link=https://t.example/&subdomains=12&optional';
  expect(parseMapServices(setting)).toEqual({
    mapWorld: {
      url: 'https://{s}.t.example/{z}/{x}/{y}.png',
      maxNativeZoom: 19,
      attribution: '© Somebody',
      link: 'https://t.example/',
      subdomains: '12',
      optional: true,
    },
  });
});

it.each(['javascript:alert(1)', '//t.example', 'x'])('drops the unsafe link %s', (link) => {
  const { mapWorld } = parseMapServices(`https://t.example/{z}/{x}/{y}#attribution=A&link=${link}`);
  expect(mapWorld).toEqual({ url: 'https://t.example/{z}/{x}/{y}', attribution: 'A' });
});

it.each([
  ['/maptiles/streets.pmtiles', true],
  ['https://files.example/a.pmtiles?v=2', true],
  ['https://t.example/{z}/{x}/{y}.png', false],
])('recognises %s as a tile archive: %s', (service, archive) => {
  const { mapWorld } = parseMapServices(service);
  expect(mapWorld && isArchive(mapWorld)).toBe(archive);
  expect(mapWorld?.url).toBe(service);
});

it.each<[ProviderId, MapServices, ProviderId]>([
  ['amap', services, 'amap'],
  ['google', services, 'mapWorld'],
  ['baidu', services, 'baidu'],
  ['amap', {}, 'mapWorld'],
  ['mapWorld', {}, 'mapWorld'],
])('falls back from %s to a map that works', (id, ownServices, shownId) => {
  const provider = usableProvider(id, ownServices);
  expect(provider.id).toBe(shownId);
});
