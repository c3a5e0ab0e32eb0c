import type { Pair } from '../../../../src/domain/geo/gcj02';

/** Repeatable random numbers from 0 to 1. */
export const randomSource = (seed: number) => {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
};

/** Repeatable random places, [longitude, latitude]. */
export const randomPlaces = (
  count: number,
  west: number,
  east: number,
  south: number,
  north: number,
): Pair[] => {
  const random = randomSource(12345);
  return Array.from({ length: count }, () => [
    west + random() * (east - west),
    south + random() * (north - south),
  ]);
};
