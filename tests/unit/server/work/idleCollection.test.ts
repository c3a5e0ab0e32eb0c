import { describe, expect, it } from 'vitest';
import { createIdleDecision } from '../../../../src/server/work/idleCollection';

const MB = 2 ** 20;
const quiet = { now: 100_000, heap: 100 * MB, busy: 0.02 };

describe('a garbage collection is due', () => {
  it('after the start, then once a minute if the heap has grown by more than 30%', () => {
    const decision = createIdleDecision();
    expect(decision.isDue(quiet)).toBe(true);
    decision.noteCollection(quiet.now, 60 * MB);
    const later = { ...quiet, now: quiet.now + 60_000 };
    expect(decision.isDue({ ...later, heap: 78 * MB })).toBe(false);
    expect(decision.isDue({ ...later, heap: 79 * MB })).toBe(true);
    expect(decision.isDue({ ...later, heap: 79 * MB, now: later.now - 1 })).toBe(false);
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
    decision.noteCollection(0, 10 * MB);
    expect(decision.isDue({ ...quiet, busy: 0.3 })).toBe(false);
  });
});
