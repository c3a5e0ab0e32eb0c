import { describe, expect, it } from 'vitest';
import { ringArcs } from '../../../../src/console/pages/dashboard/ringArcs';

const GAP = 0.6;
const ends = (values: readonly number[]) => {
  const arcs = ringArcs(values, GAP);
  return { arcs, last: arcs.filter(({ length }) => length > 0).at(-1) };
};

describe('ringArcs', () => {
  it('goes all the way round, gap after gap', () => {
    const { arcs, last } = ends([70, 0, 20, 10]);
    expect((last?.start ?? 0) + (last?.length ?? 0) + GAP).toBeCloseTo(100, 9);
    expect(arcs[2]?.start).toBeCloseTo((arcs[0]?.length ?? 0) + GAP, 9);
    expect(arcs[1]?.length).toBe(0);
  });

  it('has no gap when there is one part', () => {
    expect(ringArcs([0, 5, 0], GAP)[1]).toEqual({ start: 0, length: 100 });
  });

  it('shows one device among a hundred thousand', () => {
    const [many, one] = ringArcs([100_000, 1], GAP);
    expect(one?.length).toBeGreaterThan(1);
    expect(many?.length).toBeGreaterThan(95);
  });

  it('keeps the order of sizes', () => {
    const lengths = ringArcs([3, 2, 1], GAP).map(({ length }) => length);
    expect(lengths).toEqual([...lengths].sort((a, b) => b - a));
  });

  it('draws nothing for an empty fleet', () => {
    expect(ringArcs([0, 0], GAP).map(({ length }) => length)).toEqual([0, 0]);
  });
});
