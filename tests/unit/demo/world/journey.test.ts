import { describe, expect, it } from 'vitest';
import { planJourney, truckPosition } from '../../../../src/demo/world/journey';

const LENGTHS = [40, 480, 1030, 4070];

describe.each(LENGTHS)('a journey over %i km', (lengthKm) => {
  const journey = planJourney(lengthKm, 7);
  const start = 1_767_225_600_000;
  const steps = Array.from({ length: Math.floor(journey.seconds / 20) }, (_, i) =>
    truckPosition(journey, start + i * 20_000),
  );

  it('stays on the road, at 40 to 85 km/h or at rest', () => {
    for (const { km, speed } of steps) {
      expect(km).toBeGreaterThanOrEqual(0);
      expect(km).toBeLessThanOrEqual(lengthKm + 0.02);
      if (speed !== 0) expect(speed).toSatisfy((v: number) => v >= 40 && v <= 85);
    }
  });

  it('covers the distance of its speed, without jumps', () => {
    steps.forEach(({ km, speed }, i) => {
      const next = steps[i + 1];
      if (!next) return;
      const covered = Math.abs(next.km - km);
      expect(covered).toBeLessThan((85 * 20) / 3600 + 0.02);
      if (speed > 0 && next.speed > 0) {
        expect(covered).toBeCloseTo((((speed + next.speed) / 2) * 20) / 3600, 1);
      }
    });
  });

  it('reaches both ends, drives both ways and rests', () => {
    const kms = steps.map(({ km }) => km);
    expect(Math.min(...kms)).toBeLessThan(0.5);
    expect(Math.max(...kms)).toBeGreaterThan(lengthKm - 0.5);
    expect(new Set(steps.map(({ way }) => way))).toEqual(new Set([1, -1]));
    expect(new Set(steps.map(({ kind }) => kind))).toContain('depot');
    if (lengthKm > 700) {
      expect(new Set(steps.map(({ kind }) => kind))).toEqual(
        new Set(['drive', 'break', 'night', 'depot']),
      );
    }
  });

  it('is the same after a restart, and differs between trucks', () => {
    const again = planJourney(lengthKm, 7);
    expect(truckPosition(again, start + 1e9)).toEqual(truckPosition(journey, start + 1e9));
    expect(truckPosition(journey, start + journey.seconds * 1000).km).toBeCloseTo(
      truckPosition(journey, start).km,
      3,
    );
    const otherTrucks = [1, 2, 3, 4, 5, 6].map((seed) =>
      truckPosition(planJourney(lengthKm, seed), start),
    );
    expect(new Set(otherTrucks.map(({ km, kind }) => `${km}${kind}`)).size).toBeGreaterThan(2);
  });
});
