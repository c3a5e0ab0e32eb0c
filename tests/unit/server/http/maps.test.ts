import { expect, it } from 'vitest';
import { mapServicesOf, sessionServiceOf } from '../../../../src/server/http/maps';

/** OpenStreetMap for the World map, and Google. */
const DEFAULTS =
  /^https:\/\/tile\.openstreetmap\.org\/\S+optional google=https:\/\/tile\.googleapis\.com\/\S+\{session\}\S+$/;
const OWN = 'https://t.example/{z}/{x}/{y}.png';

it.each<[string, string | undefined, RegExp]>([
  ['no value', undefined, DEFAULTS],
  ['only a space', ' ', DEFAULTS],
  ['off', 'off', /^$/],
  [
    'its own service, which takes precedence',
    OWN,
    /^https:\/\/tile\.openstreetmap\.org\S+ google=\S+ https:\/\/t\.example\S+$/,
  ],
  ['off and Google by name', 'off google', /^google=https:\/\/tile\.googleapis\.com\/\S+$/],
  [
    'Amap and Baidu by name',
    'off amap baidu',
    /^amap=https:\/\/webrd0\{s\}\.is\.autonavi\.com\/\S+ baidu=https:\/\/maponline\{s\}\.bdimg\.com\/\S+$/,
  ],
  ['off and its own service', `off ${OWN}`, /^https:\/\/t\.example\S+$/],
  [
    'off and a key service',
    'amap=https://a.example/?k={key} off',
    /^amap=https:\/\/a\.example\S+$/,
  ],
])('chooses the tile services for MAP_SERVICE with %s', (_, setting, services) => {
  expect(mapServicesOf(setting)).toMatch(services);
});

it.each([
  [mapServicesOf(), 'https://tile.googleapis.com'],
  [mapServicesOf('google=https://g.example/{z}/{x}/{y}?key={key}'), undefined],
  ['google=/own/{z}/{x}/{y}?session={session}', undefined],
  [mapServicesOf('off'), undefined],
])('finds in %s the service with a session: %s', (services, origin) => {
  expect(sessionServiceOf(services)).toBe(origin);
});
