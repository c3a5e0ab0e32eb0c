import { describe, expect, it, vi } from 'vitest';
import type { AccessChange } from '../../../../../src/server/db';
import { createTotals, totalKey } from '../../../../../src/server/db/queries/totals';

const openTotals = () => {
  const clock = { time: 1 };
  let apply: (change: AccessChange) => void = () => undefined;
  let clear = () => {};
  const changes = {
    follow: (follower: { clear: () => void; apply: typeof apply }) => {
      ({ clear, apply } = follower);
    },
  };
  const totals = createTotals(changes, { now: () => clock.time });
  return {
    totals,
    clock,
    clear: () => clear(),
    apply: (change: AccessChange) => apply(change),
  };
};

const counting = (total: number) => vi.fn(async () => total);

describe('totals', () => {
  it('are cached for five seconds', async () => {
    const { totals, clock } = openTotals();
    await totals.get('a', counting(1));
    clock.time += 5_000;
    expect(await totals.get('a', counting(2))).toBe(1);
    clock.time += 1;
    expect(await totals.get('a', counting(3))).toBe(3);
  });

  it('are shared while one count runs', async () => {
    const { totals } = openTotals();
    const [first, second] = [counting(1), counting(2)];
    expect(await Promise.all([totals.get('a', first), totals.get('a', second)])).toEqual([1, 1]);
    expect(second).not.toHaveBeenCalled();
  });

  it('are counted again after a failure', async () => {
    const { totals } = openTotals();
    const failing = () => Promise.reject(new Error('away'));
    await expect(totals.get('a', failing)).rejects.toThrow('away');
    expect(await totals.get('a', counting(2))).toBe(2);
  });

  it('are counted again after a call that changes rows, even during the count', async () => {
    const { totals, clear } = openTotals();
    const before = totals.get('a', counting(1));
    clear();
    expect(await totals.get('a', counting(2))).toBe(2);
    expect(await before).toBe(1);
  });

  it('are counted again after another server changes organisations, but not operators', async () => {
    const { totals, apply } = openTotals();
    await totals.get('a', counting(1));
    apply({ kind: 'oper', key: '7' });
    expect(await totals.get('a', counting(2))).toBe(1);
    apply({ kind: 'org', key: '' });
    expect(await totals.get('a', counting(3))).toBe(3);
  });
});

it('makes different keys for different organisations', () => {
  expect(totalKey('query', [1, 2])).not.toBe(totalKey('query', [12]));
  expect(totalKey('query', [1, 2])).toBe(totalKey('query', [1, 2]));
});
