import { describe, expect, it } from 'vitest';
import { withMotion } from '../../../../../src/server/tools/track/withMotion';

const at = (lat: number, lon: number, seconds: number) => ({ lat, lon, time: seconds * 1000 });
const motions = (...points: ReturnType<typeof at>[]): [number, number][] =>
  withMotion(points).map(({ speed, course }) => [speed, course]);

describe('withMotion', () => {
  it('computes speed and course from the point before, the first from the second', () => {
    // 0.01 degrees of latitude are 1,112 m.
    expect(motions(at(0, 0, 0), at(0.01, 0, 60), at(0.01, 0.01, 180))).toEqual([
      [66.7, 0],
      [66.7, 0],
      [33.4, 90],
    ]);
  });

  it('keeps the course at rest', () => {
    expect(motions(at(0, 0, 0), at(0, -0.01, 60), at(0, -0.010001, 120))).toEqual([
      [66.7, 270],
      [66.7, 270],
      [0, 270],
    ]);
  });

  it('keeps the speed between points of the same moment, and bounds that of a jump', () => {
    expect(motions(at(0, 0, 0), at(0.01, 0, 60), at(0.02, 0, 60), at(5, 0, 70))).toEqual([
      [66.7, 0],
      [66.7, 0],
      [66.7, 0],
      [200, 0],
    ]);
  });

  it('leaves a lonely point and nothing alone', () => {
    expect(motions(at(1, 2, 3))).toEqual([[0, 0]]);
    expect(motions()).toEqual([]);
  });
});
