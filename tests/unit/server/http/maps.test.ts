import { expect, it } from 'vitest';
import { mapServicesOf } from '../../../../src/server/http/maps';

const OWN = 'https://t.example/{z}/{x}/{y}.png';

it.each<[string, string | undefined, RegExp]>([
  ['nothing', undefined, /^https:\/\/tile\.openstreetmap\.org\/\S+optional$/],
  ['nothing but a space', ' ', /^https:\/\/tile\.openstreetmap\.org\/\S+optional$/],
  ['off', 'off', /^$/],
  [
    'one of its own, which overrules',
    OWN,
    /^https:\/\/tile\.openstreetmap\.org\S+ https:\/\/t\.example\S+$/,
  ],
  ['off and one of its own', `off ${OWN}`, /^https:\/\/t\.example\S+$/],
  [
    'off and a key service',
    'amap=https://a.example/?k={key} off',
    /^amap=https:\/\/a\.example\S+$/,
  ],
])('a deployment that says %s', (_, setting, services) => {
  expect(mapServicesOf(setting)).toMatch(services);
});
