import { describe, expect, it } from 'vitest';
import { createShortCache, newToken, tokenHash } from '../../../../src/server/auth/sessions';

it('makes tokens of 32 bytes that are safe in a header, never the same twice', () => {
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

const counting = () => {
  const clock = { now: 1_000_000 };
  let loads = 0;
  const memory = createShortCache(
    async (key: string) => {
      loads++;
      if (key === 'bad') throw new Error('no');
      return `${key}${loads}`;
    },
    () => clock.now,
  );
  return { clock, memory, loads: () => loads };
};

describe('a brief memory', () => {
  it('loads a value once a second, also for those who ask at the same moment', async () => {
    const { clock, memory, loads } = counting();
    expect(await Promise.all([memory.get('a'), memory.get('a')])).toEqual(['a1', 'a1']);
    clock.now += 999;
    expect(await memory.get('a')).toBe('a1');
    clock.now += 1;
    expect(await memory.get('a')).toBe('a2');
    expect(loads()).toBe(2);
  });

  it('loads anew when it was told to forget, or the clock was set back', async () => {
    const { clock, memory } = counting();
    await memory.get('a');
    memory.clear();
    expect(await memory.get('a')).toBe('a2');
    clock.now -= 60_000;
    expect(await memory.get('a')).toBe('a3');
  });

  it('does not keep a failure', async () => {
    const { memory, loads } = counting();
    await expect(memory.get('bad')).rejects.toThrow('no');
    await expect(memory.get('bad')).rejects.toThrow('no');
    expect(loads()).toBe(2);
  });
});
