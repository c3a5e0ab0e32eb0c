import { describe, expect, it } from 'vitest';
import { createPageMemory, createTotalMemory } from '../../../../../src/server/db/queries/list';

const place = { values: ['5'], id: 1 };

describe('where the page before ended', () => {
  it.each([
    ['the next page', 'q', 51, 10, { place, pagesBetween: 0 }],
    ['one further on', 'q', 54, 10, { place, pagesBetween: 3 }],
    ['the same page', 'q', 50, 10, undefined],
    ['an earlier one', 'q', 3, 10, undefined],
    ['another query', 'other', 51, 10, undefined],
    ['after a minute', 'q', 51, 60_001, undefined],
  ])('%s', (_, query, page, now, expected) => {
    const memory = createPageMemory();
    memory.remember('q', 50, place, 0);
    expect(memory.before(query, page, now)).toEqual(expected);
  });

  it('forgets the oldest of many', () => {
    const memory = createPageMemory();
    for (let i = 0; i <= 1_000; i += 1) memory.remember(`q${i}`, 50, place, 0);
    expect(memory.before('q0', 51, 0)).toBeUndefined();
    expect(memory.before('q1', 51, 0)).toBeDefined();
  });
});

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
