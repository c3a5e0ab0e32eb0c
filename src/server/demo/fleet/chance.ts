/** Mixes whole numbers into one of 32 bits: the same numbers give the same result on every machine (MurmurHash3). */
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

/** A number from 0 to below 1 that depends on nothing but the whole numbers given. */
export const chance = (...parts: readonly number[]): number => mix(parts) / 2 ** 32;

/** One of the items, by the whole numbers given. @throws RangeError when there are none */
export const pick = <T>(items: readonly T[], ...parts: readonly number[]): T => {
  const item = items[Math.floor(chance(...parts) * items.length)];
  if (item === undefined) throw new RangeError('Nothing to pick from');
  return item;
};

/** A number between two bounds, by the whole numbers given. */
export const between = (least: number, most: number, ...parts: readonly number[]): number =>
  least + (most - least) * chance(...parts);
