import { describe, expect, it } from 'vitest';
import {
  createPageCache,
  findPageEnd,
  type PageEnd,
} from '../../../../../src/server/db/queries/list';

const cursor = { values: ['5'], id: 1 };
const START = 1_000_000;

/** Creates a page cache with a clock of the test. */
const remembering = <Known extends object>() => {
  const clock = { ms: START, now: () => clock.ms };
  return { memory: createPageCache<Known>(clock), clock };
};

describe('the remembered end of a page', () => {
  it.each([
    ['serves the next page', 'q', 51, 10, { cursor, pagesBetween: 0 }],
    ['serves a page further on', 'q', 54, 10, { cursor, pagesBetween: 3 }],
    ['does not serve the same page', 'q', 50, 10, undefined],
    ['does not serve an earlier page', 'q', 3, 10, undefined],
    ['does not serve another query', 'other', 51, 10, undefined],
    ['expires after a minute', 'q', 51, 60_001, undefined],
  ])('%s', (_, query, page, later, expected) => {
    const { memory, clock } = remembering<PageEnd>();
    memory.set('q', { page: 50, cursor });
    clock.ms += later;
    expect(findPageEnd(memory, query, page)).toEqual(expected);
  });

  it('is forgotten for the oldest of many queries', () => {
    const { memory } = remembering<PageEnd>();
    for (let i = 0; i <= 1_000; i += 1) memory.set(`q${i}`, { page: 50, cursor });
    expect(findPageEnd(memory, 'q0', 51)).toBeUndefined();
    expect(findPageEnd(memory, 'q1', 51)).toBeDefined();
  });
});

describe('the remembered query with many rows', () => {
  it.each([
    ['a moment ago', 'q', 10, true],
    ['a minute ago', 'q', 60_000, true],
    ['longer ago', 'q', 60_001, false],
    ['never', 'other', 10, false],
  ])('is found if it ran %s', (_, query, later, isKnown) => {
    const { memory, clock } = remembering<object>();
    memory.set('q', {});
    clock.ms += later;
    expect(memory.has(query)).toBe(isKnown);
  });

  it('is forgotten if it is the oldest of many', () => {
    const { memory, clock } = remembering<object>();
    for (let i = 0; i <= 1_000; i += 1) memory.set(`q${i}`, {});
    clock.ms += 1;
    expect([memory.has('q0'), memory.has('q1')]).toEqual([false, true]);
  });
});
