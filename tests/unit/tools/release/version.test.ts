import { expect, test } from 'vitest';
import { readManifest, versionOf } from '../../../tools/release/version';

test.each([
  [undefined, ''],
  ['../harbour.config.ts', '+harbour'],
  ['/srv/harbour.5.config.ts', '+harbour.5'],
  ['own port_2.ts', '+own-port-2'],
])('the version of a release with the configuration %s ends in "%s"', (config, end) => {
  expect(versionOf(config)).toBe(`${readManifest().version}${end}`);
});
