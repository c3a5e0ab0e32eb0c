import { describe, expect, it } from 'vitest';
import { createClock } from '../../../../../src/console/data/call';

describe('createClock', () => {
  it('never says the same time twice', () => {
    const clock = createClock(() => 100);
    expect([clock.now(), clock.now(), clock.now()]).toEqual([100, 101, 102]);
  });

  it.each([
    ['far ahead', 1_000_000, true, 1_000_000],
    ['far behind', -1_000_000, true, -1_000_000],
    ['as far off as a request may take', 14_000, false, 0],
    ['unknown', Number.NaN, false, 0],
  ])('learns from a server that is %s', (_, off, learned, expected) => {
    const clock = createClock(() => 5_000_000);
    expect(clock.learn(5_000_000 + off)).toBe(learned);
    expect(clock.now()).toBe(5_000_000 + expected);
  });
});
