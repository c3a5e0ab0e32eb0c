import type { Pair } from '../../../../src/domain/geo/gcj02';

/** Repeatable random numbers from 0 to 1, by mulberry32. With a linear generator, draws two apart depend on each other. */
export const randomSource = (seed: number) => {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let bits = Math.imul(state ^ (state >>> 15), state | 1);
    bits ^= bits + Math.imul(bits ^ (bits >>> 7), bits | 61);
    return ((bits ^ (bits >>> 14)) >>> 0) / 2 ** 32;
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
