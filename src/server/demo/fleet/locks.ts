import { LOCK, type LockStatus } from '../../../domain/lock';
import { chance } from './chance';
import { luhnCheckDigit } from './checkDigit';
import { type CountryCode, countries } from './countries';
import type { FleetLock } from './demoFleet';
import { type Carrier, deviceName } from './deviceName';
import { behaviourOf } from './habits';
import { type Route, routes } from './routes';

/** A lock of the demo organisation: what its database row needs and what its simulation needs, but for the password. */
export interface DemoLock extends Omit<FleetLock, 'password'> {
  device_name: string;
  /** ICCID, 19 digits. */
  sim_card: string;
  deviceType: (typeof demoDeviceTypes)[number][0];
  factoryCode: (typeof demoFactories)[number][0];
  /** Who has it: an index of demoOrganisations. */
  orgIndex: number;
}

/** Device types of the demo: code, English, Chinese. */
export const demoDeviceTypes = [
  ['ES-100', 'Container e-seal', '集装箱电子封签'],
  ['SL-200', 'Truck smart padlock', '货车智能挂锁'],
  ['TL-300', 'Tanker valve lock', '罐车阀门锁'],
] as const;

/** Makers of the demo: code, English, Chinese. */
export const demoFactories = [
  ['HX', 'Hexin Lock Works', '和信锁业'],
  ['NB', 'Northbridge Telematics', '北桥物联'],
] as const;

const CARRIERS: readonly { carrier: Carrier; upTo: number; type: DemoLock['deviceType'] }[] = [
  { carrier: 'container', upTo: 0.6, type: 'ES-100' },
  { carrier: 'truck', upTo: 0.88, type: 'SL-200' },
  { carrier: 'tanker', upTo: 1, type: 'TL-300' },
];

const cumulated = routes.map((route, i) => ({
  route,
  upTo: routes.slice(0, i + 1).reduce((sum, { share }) => sum + share, 0),
}));

/** The first entry whose upper bound lies above a value. */
const under = <T extends { upTo: number }>(entries: readonly T[], value: number): T => {
  const entry = entries.find(({ upTo }) => value < upTo) ?? entries.at(-1);
  if (!entry) throw new RangeError('No entries');
  return entry;
};

const routeFor = (seed: number): Route =>
  under(cumulated, chance(seed, 61) * (cumulated.at(-1)?.upTo ?? 0)).route;

const simCard = (country: CountryCode, serial: number, seed: number): string => {
  const issued = countries[country].iccid;
  const luck = String(Math.floor(chance(seed, 62) * 1e6)).padStart(6, '0');
  const own = `${luck}${String(serial).padStart(5, '0')}`;
  const digits = `${issued}${own.padStart(18 - issued.length, '0')}`;
  return `${digits}${luhnCheckDigit(digits)}`;
};

/** Locks ending in 06 or 56 stand open, those in 12 or 62 are fresh from the box; of the others four in five are sealed. */
const firstStatus = (sn: string, seed: number): LockStatus => {
  const ending = Number(sn.slice(-2)) % 50;
  if (ending === 6) return LOCK.open;
  if (ending === 12) return LOCK.initial;
  return chance(seed, 63) < 0.8 ? LOCK.sealed : LOCK.closed;
};

/** As demoOrganisations lists them: hauler, tanker company, container yard, customs. */
const OWNER = { hauler: 0, tankers: 1, yard: 2, customs: 3 } as const;

const ownerOf = (carrier: Carrier, { home }: Route, seed: number): number => {
  if (carrier === 'tanker') return OWNER.tankers;
  if (home === 'yard' && carrier === 'container') return OWNER.yard;
  return home === 'coast' && chance(seed, 66) < 0.3 ? OWNER.customs : OWNER.hauler;
};

const demoLock = (serial: number, fleetSeed: number): DemoLock => {
  const sn = `SD26${String(serial).padStart(5, '0')}`;
  const seed = Math.floor(chance(fleetSeed, serial) * 2 ** 31);
  const route = routeFor(seed);
  const { carrier, type } = under(CARRIERS, chance(seed, 64));
  return {
    sn,
    seed,
    routeId: route.id,
    behaviour: behaviourOf(sn),
    status: firstStatus(sn, seed),
    device_name: deviceName(carrier, route, seed, serial),
    sim_card: simCard(route.legs[0]?.country ?? 'CN', serial, seed),
    deviceType: type,
    factoryCode: chance(seed, 65) < 0.6 ? 'HX' : 'NB',
    orgIndex: ownerOf(carrier, route, seed),
  };
};

/**
 * The locks of the demo, SD2600001 on; the same count and seed give the same locks. By the last two digits (see
 * habits.ts): 07 and 57 are silent, 08 and 58 refuse, 09, 34, 59 and 84 sleep, 06 and 56 stand open, 12 and 62 are in their
 * initial state, 05, 15, 25... are
 * opened by hand after a remote unseal; 01 to 04 do as they are told and nothing else; the others are opened and closed
 * by card where they wait at a gate (see gates.ts).
 * @param count at most 99,999
 */
export const demoLocks = (count: number, seed: number): DemoLock[] =>
  Array.from({ length: count }, (_, i) => demoLock(i + 1, seed));
