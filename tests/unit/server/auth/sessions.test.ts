import { expect, it } from 'vitest';
import { newToken, tokenHash } from '../../../../src/server/auth/sessions';

it('creates unique tokens of 32 bytes that are safe in a header', () => {
  const tokens = Array.from({ length: 100 }, newToken);
  expect(new Set(tokens).size).toBe(100);
  for (const token of tokens) {
    expect(token).toMatch(/^[\w-]{43}$/);
    expect(Buffer.from(token, 'base64url')).toHaveLength(32);
  }
});

it('stores the SHA-256 of a token', () => {
  expect(tokenHash('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
});
