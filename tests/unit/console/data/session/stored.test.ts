import { afterEach, expect, it, vi } from 'vitest';
import { readStored, storedKeys, writeStored } from '../../../../../src/console/data/session';
import { storageOf } from '../storageOf';

afterEach(() => vi.unstubAllGlobals());

it('keeps values of any shape under a prefix of its own', () => {
  const storage = storageOf({ other: 'x' });
  vi.stubGlobal('localStorage', storage);
  writeStored('local', 'sidebar.open', false);
  writeStored('local', 'sidebar.groups', { a: true });
  expect(readStored('local', 'sidebar.open')).toBe(false);
  expect(readStored('local', 'sidebar.groups')).toEqual({ a: true });
  expect(storedKeys('local', 'sidebar')).toEqual(['sidebar.open', 'sidebar.groups']);
  expect(storedKeys('local')).not.toContain('other');
  writeStored('local', 'sidebar.open', undefined);
  expect(Object.keys(storage)).toEqual(['other', 'sealdesk.sidebar.groups']);
});

it.each([
  ['what cannot be read', storageOf({ 'sealdesk.x': '{' })],
  ['what is missing', storageOf()],
])('takes %s for missing', (_, storage) => {
  vi.stubGlobal('localStorage', storage);
  expect(readStored('local', 'x')).toBeUndefined();
});

it('works in a browser that forbids storage', () => {
  const forbidden = new Proxy({} as Storage, {
    get: () => {
      throw new DOMException('No', 'SecurityError');
    },
    ownKeys: () => {
      throw new DOMException('No', 'SecurityError');
    },
  });
  vi.stubGlobal('sessionStorage', forbidden);
  expect(() => writeStored('session', 'x', 1)).not.toThrow();
  expect(readStored('session', 'x')).toBeUndefined();
  expect(storedKeys('session')).toEqual([]);
});
