import { describe, expect, it } from 'vitest';
import { createTotalMemory } from '../../../../../src/server/store/entities/totalMemory';

describe('which queries found many', () => {
  it.each([
    ['a moment ago', 'q', 10, true],
    ['a minute ago', 'q', 60_000, true],
    ['longer ago', 'q', 60_001, false],
    ['never', 'other', 10, false],
  ])('is known of one that did %s', (_, query, now, known) => {
    const memory = createTotalMemory();
    memory.remember('q', 0);
    expect(memory.hasMany(query, now)).toBe(known);
  });

  it('forgets the oldest of many', () => {
    const memory = createTotalMemory();
    for (let i = 0; i <= 1_000; i += 1) memory.remember(`q${i}`, 0);
    expect([memory.hasMany('q0', 1), memory.hasMany('q1', 1)]).toEqual([false, true]);
  });
});
