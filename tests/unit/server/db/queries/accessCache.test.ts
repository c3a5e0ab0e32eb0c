import { describe, expect, it } from 'vitest';
import { createAccessCache } from '../../../../../src/server/db/queries/accessCache';
import { openAccessChanges } from '../../../../../src/server/db/queries/accessChanges';

const openCounting = () => {
  const clock = { now: 1_000_000 };
  const connection = { send: (_?: string) => {}, breakOff: () => {} };
  const changes = openAccessChanges((_channel, onNotification, onLost = () => {}) => {
    Object.assign(connection, { send: onNotification, breakOff: onLost });
    return async () => {};
  });
  let loads = 0;
  const gates = new Map<string, Promise<void>>();
  const cache = createAccessCache(changes, {
    load: async (key: string) => {
      const load = ++loads;
      await gates.get(key);
      if (key === 'bad') throw new Error('no');
      return `${key}${load}`;
    },
    isChangedBy: ({ kind, key }, own) => kind === 'org' || key === own,
    keeps: (value) => !value.startsWith('due'),
    now: () => clock.now,
  });
  return { cache, changes, clock, connection, gates, loads: () => loads };
};

const openHeard = () => {
  const counting = openCounting();
  counting.connection.send(undefined);
  return counting;
};

describe('a cache that follows announced changes', () => {
  it('loads a value once in five seconds, also for concurrent callers', async () => {
    const { cache, clock, loads } = openHeard();
    expect(await Promise.all([cache.get('a'), cache.get('a')])).toEqual(['a1', 'a1']);
    clock.now += 4_999;
    expect(await cache.get('a')).toBe('a1');
    clock.now += 1;
    expect(await cache.get('a')).toBe('a2');
    expect(loads()).toBe(2);
  });

  it('loads again after a change by this server, or after the clock is set back', async () => {
    const { cache, changes, clock } = openHeard();
    await cache.get('a');
    changes.clear();
    expect(await cache.get('a')).toBe('a2');
    clock.now -= 60_000;
    expect(await cache.get('a')).toBe('a3');
  });

  it('does not cache errors or uncacheable values', async () => {
    const { cache, loads } = openHeard();
    for (let i = 0; i < 2; i++) await expect(cache.get('bad')).rejects.toThrow('no');
    for (let i = 0; i < 2; i++) await cache.get('due');
    expect(loads()).toBe(4);
  });

  it('drops the values of an announced change, and all values of an unknown one', async () => {
    const { cache, connection } = openHeard();
    const both = async () => [await cache.get('a'), await cache.get('b')];
    expect(await both()).toEqual(['a1', 'b2']);
    connection.send('oper a');
    expect(await both()).toEqual(['a3', 'b2']);
    connection.send('org');
    expect(await both()).toEqual(['a4', 'b5']);
    connection.send('unheard of');
    expect(await both()).toEqual(['a6', 'b7']);
  });

  it('does not cache a value that changed while it was loading', async () => {
    const { cache, connection, gates } = openHeard();
    let open = () => {};
    gates.set('a', new Promise((resolve) => (open = resolve)));
    const outdated = cache.get('a');
    connection.send('oper a');
    open();
    expect(await outdated).toBe('a1');
    expect(await cache.get('a')).toBe('a2');
  });

  it('caches nothing before it listens or while the connection is broken', async () => {
    const { cache, connection, loads } = openCounting();
    for (let i = 0; i < 2; i++) await cache.get('a');
    expect(loads()).toBe(2);
    connection.send(undefined);
    for (let i = 0; i < 2; i++) await cache.get('a');
    expect(loads()).toBe(3);
    connection.breakOff();
    for (let i = 0; i < 2; i++) await cache.get('a');
    expect(loads()).toBe(5);
    connection.send(undefined);
    expect(await cache.get('a')).toBe('a6');
  });
});
