/**
 * How a simulated lock takes commands: `late` answers after the minute it has; `doubles` answers twice; `loses` does
 * what it is told, and its first answer goes astray.
 */
export type Behaviour = 'normal' | 'silent' | 'refuses' | 'asleep' | 'late' | 'doubles' | 'loses';

/** What else is special about a simulated lock. */
export interface Traits {
  /** After a remote unseal somebody opens it by hand, and closes it some minutes later. */
  opened?: true;
  /** Its receiver often sees no satellites. */
  poorGps?: true;
  /** Its battery stays under 15 %. */
  lowBattery?: true;
  /** Reports vibration now and then. */
  shaken?: true;
  /** Reports an illegal unlock now and then. */
  tampered?: true;
  /** Stands open on the road, and says so: somebody has to see to it. */
  unruly?: true;
  /** Was switched off some days ago and has not been heard since, where the demo has a past. */
  away?: true;
  /** Is opened and closed by card where it waits at a gate. */
  carded?: true;
}

interface Special extends Traits {
  behaviour?: Behaviour;
}

/**
 * The special locks, by the last two digits of the serial number, 00 to 49; 50 to 99 repeat them. So a fleet of 50 has
 * one of each, and SD2600007 is silent in every fleet.
 */
const specials: Readonly<Record<number, Special>> = {
  7: { behaviour: 'silent' },
  8: { behaviour: 'refuses' },
  9: { behaviour: 'asleep' },
  34: { behaviour: 'asleep' },
  11: { poorGps: true },
  36: { poorGps: true },
  13: { shaken: true },
  38: { shaken: true },
  14: { tampered: true },
  16: { lowBattery: true },
  6: { unruly: true },
  48: { away: true, carded: true },
  5: { opened: true },
  15: { opened: true },
  25: { opened: true },
  35: { opened: true },
  45: { opened: true },
};

/** 01 to 04 and 51 to 54 do as they are told and nothing else. */
const PLAIN: readonly number[] = [1, 2, 3, 4];

const specialOf = (sn: string): Special => {
  const ending = Number(sn.slice(-2)) % 50;
  return specials[ending] ?? (PLAIN.includes(ending) ? {} : { carded: true });
};

/** How the lock of a serial number takes commands, unless told otherwise. */
export const behaviourOf = (sn: string): Behaviour => specialOf(sn).behaviour ?? 'normal';

/** What else is special about the lock of a serial number. */
export const traitsOf = (sn: string): Traits => {
  const { behaviour: _, ...habits } = specialOf(sn);
  return habits;
};

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
export const randomChance = (...parts: readonly number[]): number => mix(parts) / 2 ** 32;

/** One of the items, by the whole numbers given. @throws RangeError when there are none */
export const randomItem = <T>(items: readonly T[], ...parts: readonly number[]): T => {
  const item = items[Math.floor(randomChance(...parts) * items.length)];
  if (item === undefined) throw new RangeError('Nothing to pick from');
  return item;
};

/** A number between two bounds, by the whole numbers given. */
export const randomBetween = (min: number, max: number, ...parts: readonly number[]): number =>
  min + (max - min) * randomChance(...parts);
