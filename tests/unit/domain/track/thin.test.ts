import { describe, expect, it } from 'vitest';
import { downsample, type MeasuredValue } from '../../../../src/domain/track/thin';
import { type TrackRecord, trackOfRecords } from '../../../../src/domain/track/track';

const speeds = (list: readonly (readonly [number, number | null])[]): TrackRecord[] =>
  list.map(([s, speed]) => ({ create_time: s * 1000, lat: 1 + (s % 1_000) * 1e-6, lon: 1, speed }));

describe('downsample', () => {
  it('returns all values of a short track', () => {
    const track = trackOfRecords(
      'X',
      speeds([
        [0, 5],
        [1, null],
        [2, 7],
        [3, 6],
      ]),
    );
    expect(downsample(track, 'speed', 100)).toEqual([
      { at: 0, value: 5 },
      { at: 2000, value: 7 },
      { at: 3000, value: 6 },
    ]);
    expect(downsample(track, 'temperature', 100)).toEqual([]);
  });

  it('reduces 100,000 values in order of time, and keeps each peak', () => {
    const many = Array.from(
      { length: 100_000 },
      (_, i) => [i, i === 54_321 ? 199 : i % 50] as const,
    );
    const points = downsample(trackOfRecords('X', speeds(many)), 'speed', 240);
    expect(points.length).toBeLessThanOrEqual(482);
    expect(points).toContainEqual({ at: 54_321_000, value: 199 });
    expect(points.every(({ at }, i) => i === 0 || at > (points[i - 1]?.at ?? 0))).toBe(true);
    expect(Math.min(...points.map(({ value }) => value ?? 0))).toBe(0);
  });

  it.each([59, 60, 61, 97, 100, 1001])('ends with the last of %d reports', (count) => {
    const even = Array.from({ length: count }, (_, i) => [1_795_336_217 + i * 10, i] as const);
    const points = downsample(trackOfRecords('X', speeds(even)), 'speed', 240);
    expect(points[0]?.value).toBe(0);
    expect(points.at(-1)?.value).toBe(count - 1);
  });

  it('omits the speed of an invalid fix, but not its other values', () => {
    const at = (s: number, speed: number, position_status: number): TrackRecord => ({
      create_time: s * 1000,
      lat: 1 + s * 1e-6,
      lon: 1,
      speed,
      temperature: s,
      position_status,
    });
    const track = trackOfRecords('X', [at(0, 5, 0), at(1, 190, 1), at(2, 7, 0)]);
    const values = (name: MeasuredValue) => downsample(track, name, 100).map(({ value }) => value);
    expect([values('speed'), values('temperature')]).toEqual([
      [5, 7],
      [0, 1, 2],
    ]);
  });

  it('leaves a gap while the lock is silent', () => {
    const track = trackOfRecords(
      'X',
      speeds([
        [0, 1],
        [10, 2],
        [20, 3],
        [900, 4],
        [910, 5],
      ]),
    );
    expect(downsample(track, 'speed', 1000).map(({ value }) => value)).toEqual([
      1,
      2,
      3,
      null,
      4,
      5,
    ]);
  });
});
