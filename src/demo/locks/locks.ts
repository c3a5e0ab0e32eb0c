import { PROTOCOL } from '../../domain/family';
import { LOCK, type LockStatus } from '../../domain/lock';
import { randomChance, randomItem } from '../world/random';
import { type CountryCode, countries, type Route, routes } from '../world/routes';
import type { DemoText } from '../world/texts';
import { behaviourOf } from '../world/traits';
import type { FleetLock } from './demoFleet';
import type { SimulatedProtocol } from './protocolClients';

export const deviceTypes = {
  'ES-100': 'Container e-seal',
  'SL-200': 'Truck smart padlock',
  'TL-300': 'Tanker valve lock',
  'ES-150': 'Long-life e-seal',
  'HT-400': 'Handheld reader',
} as const satisfies Readonly<Record<string, DemoText>>;

export const manufacturers = {
  HX: 'Hexin Lock Works',
  NB: 'Northbridge Telematics',
} as const satisfies Readonly<Record<string, DemoText>>;

/** Lock of the demo: data for its database row and its simulation, except the password. */
export interface DemoLock extends Omit<FleetLock, 'password'> {
  /** Null until the lock is attached to something. */
  device_name: string | null;
  /** ICCID, 19 digits. */
  sim_card: string;
  deviceType: keyof typeof deviceTypes;
  factoryCode: keyof typeof manufacturers;
}

/** Type of the locks that sleep between reports, and the minutes they may be silent. */
export const SLEEPERS = { type: 'ES-150', minutes: 30 } as const;

/** Repeats entries by their weight, so that `randomItem` picks each as often as it should. */
const byWeight = <T>(...entries: readonly (readonly [entry: T, weight: number])[]): readonly T[] =>
  entries.flatMap(([entry, weight]) => Array<T>(weight).fill(entry));

const CARRIERS = byWeight<{ carrier: Carrier; type: DemoLock['deviceType'] }>(
  [{ carrier: 'container', type: 'ES-100' }, 15],
  [{ carrier: 'truck', type: 'SL-200' }, 7],
  [{ carrier: 'tanker', type: 'TL-300' }, 3],
);

const ROUTES = byWeight(...routes.map((route) => [route, route.share] as const));

const simCard = (country: CountryCode, serial: number, seed: number): string => {
  const issued = countries[country].iccid;
  const luck = String(Math.floor(randomChance(seed, 62) * 1e6)).padStart(6, '0');
  const own = `${luck}${String(serial).padStart(5, '0')}`;
  const digits = `${issued}${own.padStart(18 - issued.length, '0')}`;
  return `${digits}${luhnCheckDigit(digits)}`;
};

/** Locks ending in 06 or 56 are open, 12 and 62 are new; of the others four in five are sealed. */
const firstStatus = (sn: string, seed: number): LockStatus => {
  const ending = Number(sn.slice(-2)) % 50;
  if (ending === 6) return LOCK.open;
  if (ending === 12) return LOCK.initial;
  return randomChance(seed, 63) < 0.8 ? LOCK.sealed : LOCK.closed;
};

const OWNER = { hauler: 0, tankers: 1, yard: 2, customs: 3 } as const;

const ownerOf = (carrier: Carrier, { home }: Route, seed: number): number => {
  if (carrier === 'tanker') return OWNER.tankers;
  if (home === 'yard' && carrier === 'container') return OWNER.yard;
  return home === 'coast' && randomChance(seed, 66) < 0.3 ? OWNER.customs : OWNER.hauler;
};

const demoLock = (sn: string, serial: number, fleetSeed: number): DemoLock => {
  const seed = Math.floor(randomChance(fleetSeed, serial) * 2 ** 31);
  const route = randomItem(ROUTES, seed, 61);
  const { carrier, type } = randomItem(CARRIERS, seed, 64);
  const status = firstStatus(sn, seed);
  const behaviour = behaviourOf(sn);
  const name = carrier === 'container' ? containerName(seed, serial) : plateOf(route, seed, serial);
  return {
    sn,
    seed,
    routeId: route.id,
    behaviour,
    status,
    device_name: status === LOCK.initial ? null : name,
    sim_card: simCard(route.legs[0]?.country ?? 'CN', serial, seed),
    deviceType: behaviour === 'asleep' ? SLEEPERS.type : type,
    factoryCode: randomChance(seed, 65) < 0.6 ? 'HX' : 'NB',
    orgIndex: ownerOf(carrier, route, seed),
  };
};

/**
 * Creates the demo's locks from SD2600001 on; the result depends only on count and seed. The last two digits of the
 * serial number determine the traits (`specials` in traits.ts) and the status (`firstStatus`).
 * @param count at most 99,999
 */
export const demoLocks = (count: number, seed: number): DemoLock[] =>
  Array.from({ length: count }, (_, i) =>
    demoLock(`SD26${String(i + 1).padStart(5, '0')}`, i + 1, seed),
  );

/** Ids of the locks with manufacturers' protocols: ten digits for Jointech, twelve for HHD. */
const NATIVE_LOCKS = [
  { protocol: PROTOCOL.jointech, digits: 10, from: '7026', factoryCode: 'HX' },
  { protocol: PROTOCOL.hhd, digits: 12, from: '0950', factoryCode: 'NB' },
] as const satisfies readonly { readonly protocol: SimulatedProtocol; [trait: string]: unknown }[];
const OF_EACH = 3;
/** First serial number of these locks for their names and cards, far from those of the other locks. */
const NATIVE_SERIALS = 95_000;

/**
 * Creates the locks with manufacturers' protocols, from 7026000001 and 095000000001 on. They obey and have no traits.
 */
export const nativeLocks = (seed: number): DemoLock[] =>
  NATIVE_LOCKS.flatMap(({ protocol, digits, from, factoryCode }, family) =>
    Array.from({ length: OF_EACH }, (_, i) => {
      const sn = `${from}${String(i + 1).padStart(digits - from.length, '0')}`;
      const lock = demoLock(sn, NATIVE_SERIALS + family * 100 + i, seed);
      return { ...lock, protocol, factoryCode, orgIndex: OWNER.hauler };
    }),
  );

/** Serial numbers and protocols. */
const UNKNOWN_LOCKS = [
  ['SD2690001', PROTOCOL.mqtt],
  ['SD2690002', PROTOCOL.mqtt],
  ['7026000091', PROTOCOL.jointech],
] as const;
const UNKNOWN_SERIALS = 96_000;

/** Locks that try to connect before they are added: they come online once they are adopted. */
export const unknownLocks = (seed: number): DemoLock[] =>
  UNKNOWN_LOCKS.map(([sn, protocol], i) => ({
    ...demoLock(sn, UNKNOWN_SERIALS + i, seed),
    protocol,
    status: LOCK.initial,
  }));

/** Object that a lock is attached to. */
type Carrier = 'container' | 'truck' | 'tanker';

const OWNERS = ['TCLU', 'MSKU', 'CSNU', 'OOLU', 'HLXU', 'CMAU', 'TGHU', 'EGHU'] as const;
/** Number plates omit letters that look like digits. */
const LETTERS = 'ABCDEFGHJKLMNPQRSTUVWXYZ';
const MILLION = 1_000_000;

/** Container number as painted on it: owner, serial number, check digit. */
export const containerName = (seed: number, serial: number): string => {
  // The factor is coprime to a million, so every lock gets a different number.
  const digits = String((serial * 618_033 + 482_913) % MILLION).padStart(6, '0');
  const owner = randomItem(OWNERS, seed, 51);
  return `${owner} ${digits}-${containerCheckDigit(owner + digits)}`;
};

const plateOf = (route: Route, seed: number, serial: number): string => {
  const signs = [...randomItem(route.plates, seed, 52)];
  return signs
    .map((sign, i) => {
      if (sign === '#') return String(Math.floor(randomChance(seed, serial, i, 53) * 10));
      return sign === '?' ? randomItem([...LETTERS], seed, serial, i, 54) : sign;
    })
    .join('');
};

/** ISO 6346 values by index: digits, then letters from 10 on, skipping multiples of 11. */
const ISO_6346 = '0123456789A?BCDEFGHIJK?LMNOPQRSTU?VWXYZ';

/** Check digit of a container number of four letters and six digits (ISO 6346). */
export const containerCheckDigit = (number: string): number =>
  ([...number].reduce((sum, sign, i) => sum + ISO_6346.indexOf(sign) * 2 ** i, 0) % 11) % 10;

/** Check digit of a SIM card number, by Luhn (ITU-T E.118). */
export const luhnCheckDigit = (digits: string): number => {
  const sum = [...digits].reverse().reduce((total, sign, i) => {
    const digit = Number(sign) * (i % 2 === 0 ? 2 : 1);
    return total + (digit > 9 ? digit - 9 : digit);
  }, 0);
  return (10 - (sum % 10)) % 10;
};
