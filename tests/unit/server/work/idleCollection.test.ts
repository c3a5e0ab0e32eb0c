import { describe, expect, it } from 'vitest';
import { createIdleDecision } from '../../../../src/server/work/idleCollection';

const MB = 2 ** 20;
const quiet = { now: 100_000, heap: 100 * MB, busy: 0.02 };

describe('a collection is due', () => {
  it('after the start, and then not before the heap has grown by half', () => {
    const decision = createIdleDecision();
    expect(decision.isDue(quiet)).toBe(true);
    decision.noteCollection(60 * MB);
    expect(decision.isDue({ ...quiet, heap: 90 * MB })).toBe(false);
    expect(decision.isDue({ ...quiet, heap: 91 * MB })).toBe(true);
    decision.noteCollection(80 * MB);
    expect(decision.isDue({ ...quiet, heap: 91 * MB })).toBe(false);
  });

  it('ten seconds after the last request', () => {
    const decision = createIdleDecision();
    decision.noteRequest(90_001);
    expect(decision.isDue(quiet)).toBe(false);
    expect(decision.isDue({ ...quiet, now: 100_001 })).toBe(true);
  });

  it('not under load, whatever the heap', () => {
    const decision = createIdleDecision();
    expect(decision.isDue({ ...quiet, busy: 0.3 })).toBe(false);
    decision.noteCollection(10 * MB);
    expect(decision.isDue({ ...quiet, busy: 0.3 })).toBe(false);
  });
});
