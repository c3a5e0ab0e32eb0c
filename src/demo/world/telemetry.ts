import { DAY } from '../../domain/duration';
import type { LatLon } from '../../domain/geo/geometry';
import type { LockReport, PositionType } from '../../domain/lock';
import { type DepotEnd, planJourney, truckPosition } from './journey';
import { randomBetween, randomChance, randomItem } from './random';
import { offsetBy, placeOn, roadOf } from './road';
import type { Route } from './routes';
import { type CountryCode, countries } from './routes';
import type { Traits } from './traits';

const FIRMWARE = ['V2.1.3', 'V2.1.7', 'V2.2.0'] as const;
/** Radius within which trucks in a depot are spread, so that they do not overlap. */
const YARD_KM = 0.4;

/** Measurements of a lock at a time, and the depot in which its truck waits, if any. */
export interface Reading {
  moving: boolean;
  depot?: DepotEnd;
  fields: Partial<LockReport>;
}

/**
 * Creates the sensors of a lock on its route. Readings depend only on route, seed and time, so that a restarted fleet
 * continues where it was.
 */
export const createTelemetry = (
  route: Route,
  seed: number,
  habits: Traits,
): ((time: number) => Reading) => {
  const road = roadOf(route);
  const journey = planJourney(road.lengthKm, seed);
  const bay = [
    randomBetween(0, 360, seed, 32),
    YARD_KM * Math.sqrt(randomChance(seed, 33)),
  ] as const;
  return (time) => {
    const { km, way, speed, kind } = truckPosition(journey, time);
    const { at: onRoad, course, country } = placeOn(road, km);
    const at = kind === 'depot' ? offsetBy(onRoad, ...bay) : onRoad;
    const motion = { at, speed, course: way === 1 ? course : (course + 180) % 360 };
    return {
      moving: speed > 0,
      ...(kind === 'depot' && { depot: km === 0 ? 'start' : 'end' }),
      fields: {
        ...fixAt(motion, seed, time, habits.poorGps === true),
        ...batteryAt(seed, time, habits.lowBattery === true),
        ...networkAt(country, at, seed),
        temperature: temperatureAt(at, time),
        version: randomItem(FIRMWARE, seed, 31),
      },
    };
  };
};

const wave = (part: number): number => Math.sin(2 * Math.PI * part);

/**
 * Estimates the air temperature in degrees Celsius, to 0.1: colder towards the poles, in winter and before dawn.
 * @param time epoch ms
 */
export const temperatureAt = ({ lat, lon }: LatLon, time: number): number => {
  const year = (time / DAY / 365.25) % 1;
  const localDay = (time / DAY + lon / 360) % 1;
  const season = (Math.abs(lat) / 90) * 22 * wave(year - 0.3) * Math.sign(lat);
  const mean = 29 - 0.0085 * lat * lat;
  return Math.round((mean + season + 5 * wave(localDay - 0.375)) * 10) / 10;
};

/** Mobile network at a place; the same place always has the same cell. */
const networkAt = (
  country: CountryCode,
  { lat, lon }: LatLon,
  seed: number,
): { mcc: number; mnc: number; lac: number; cid: number } => {
  const { mcc, mncs } = countries[country];
  const area = [Math.floor(lat * 4), Math.floor(lon * 4)] as const;
  const cell = [Math.floor(lat * 40), Math.floor(lon * 40)] as const;
  return {
    mcc,
    mnc: randomItem(mncs, seed, 11),
    lac: 1 + Math.floor(randomChance(...area, mcc) * 65_000),
    cid: 1 + Math.floor(randomChance(...cell, mcc) * 268_000_000),
  };
};

const CHARGING = 0.03;

/**
 * Simulates a battery that lasts three to eight weeks and is then charged.
 * @param low keeps it under 15 %
 * @returns percent and volts
 */
const batteryAt = (
  seed: number,
  time: number,
  low: boolean,
): { electric: number; voltage: number } => {
  const period = randomBetween(21, 56, seed, 12) * DAY;
  const part = (time / period + randomChance(seed, 13)) % 1;
  const fill = part < CHARGING ? part / CHARGING : 1 - (part - CHARGING) / (1 - CHARGING);
  const electric = Math.round(low ? 4 + 10 * fill : 22 + 78 * fill);
  return { electric, voltage: Math.round(330 + electric * 0.88) / 100 };
};

/** Reception stays bad for minutes, not for a single report. */
const SLICE_MS = 300_000;

type Fix = Pick<LockReport, 'position_status' | 'lat' | 'lon' | 'speed' | 'course'>;

const round = (value: number, digits: number): number => Number(value.toFixed(digits));

/** Maximum error of a position by its type, km: noise of the receiver, range of a hotspot or of a cell. */
const ERROR_KM: Partial<Record<PositionType, number>> = { 0: 0.004, 4: 0.06, 3: 0.9 };

const qualityAt = (seed: number, slice: number, poor: boolean): PositionType => {
  if (!poor) return 0;
  const luck = randomChance(seed, slice, 21);
  if (luck < 0.3) return 3;
  if (luck < 0.45) return 4;
  return luck < 0.6 ? 1 : 0;
};

/**
 * Position as the lock measures it. Base stations and hotspots give a rough position without speed and course.
 * @param poor true if the receiver often has no satellites
 */
const fixAt = (
  { at, speed, course }: { at: LatLon; speed: number; course: number },
  seed: number,
  time: number,
  poor: boolean,
): Fix => {
  const slice = Math.floor(time / SLICE_MS);
  const quality = qualityAt(seed, slice, poor);
  const error = ERROR_KM[quality];
  if (error === undefined) return { position_status: quality };
  // Satellite errors change with every report; the error of a cell or hotspot is constant while it is in use.
  const salt = quality === 0 ? Math.floor(time / 1000) : slice;
  const { lat, lon } = offsetBy(
    at,
    randomBetween(0, 360, seed, salt, 22),
    error * Math.sqrt(randomChance(seed, salt, 23)),
  );
  const place = { position_status: quality, lat: round(lat, 6), lon: round(lon, 6) };
  if (quality !== 0) return place;
  return { ...place, speed: round(speed, 1), course: round(course, 0) % 360 };
};
