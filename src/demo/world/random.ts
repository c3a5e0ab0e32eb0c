/** Hashes integers to 32 bits, with the same result on every machine (MurmurHash3). */
const mix = (parts: readonly number[]): number => {
  let hash = 0x9747b28c;
  for (const part of parts) {
    hash ^= Math.imul(part | 0, 0xcc9e2d51);
    hash = Math.imul((hash << 13) | (hash >>> 19), 5) + 0xe6546b64;
  }
  hash ^= hash >>> 16;
  hash = Math.imul(hash, 0x85ebca6b);
  hash ^= hash >>> 13;
  hash = Math.imul(hash, 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
};

/** Returns a pseudo-random number from 0 to below 1, determined by the integers. */
export const randomChance = (...parts: readonly number[]): number => mix(parts) / 2 ** 32;

/** Picks an item, determined by the integers. @throws RangeError if there are no items */
export const randomItem = <T>(items: readonly T[], ...parts: readonly number[]): T => {
  const item = items[Math.floor(randomChance(...parts) * items.length)];
  if (item === undefined) throw new RangeError('Nothing to pick from');
  return item;
};

/** Returns a pseudo-random number between two bounds, determined by the integers. */
export const randomBetween = (min: number, max: number, ...parts: readonly number[]): number =>
  min + (max - min) * randomChance(...parts);
