import { describe, expect, it } from 'vitest';
import { createPageMemory } from '../../../../../src/server/store/entities/pageMemory';

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
