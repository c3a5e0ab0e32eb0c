import { expect, it } from 'vitest';
import { version } from '../../../../package.json';
import { isOlder, OLDEST_BESIDE } from '../../../../src/server/db/servers';

it.each<[string | null, string, boolean]>([
  ['0.1.9', '0.2.0', true],
  ['0.1.9+harbour', '0.2.0', true],
  [null, '0.0.1', true],
  ['0.2.0', '0.2.0', false],
  ['0.2.0+harbour', '0.2.0', false],
  ['0.2.1', '0.2.0', false],
  ['0.10.0', '0.9.1', false],
  ['0.9.1', '0.10.0', true],
  ['1.0.0', '0.10.0', false],
  ['9.0.0+a-10', '10.0.0', true],
])('release %s is older than %s: %s', (release, than, expected) => {
  expect(isOlder(release, than)).toBe(expected);
});

it('a release may run beside another one of the same', () => {
  expect(isOlder(version, OLDEST_BESIDE)).toBe(false);
});
