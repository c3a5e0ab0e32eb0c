import { describe, expect, it } from 'vitest';
import { briefMemory } from '../../../../src/server/session/briefMemory';

const counting = () => {
  const clock = { now: 1_000_000 };
  let loads = 0;
  const memory = briefMemory(
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
    memory.forget();
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
