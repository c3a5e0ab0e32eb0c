import type { LatLon } from '../../../domain/geo/geometry';
import { between, chance, pick } from './chance';
import { type CountryCode, countries } from './countries';

const DAY = 86_400_000;

const wave = (part: number): number => Math.sin(2 * Math.PI * part);

/**
 * The air temperature to expect, degrees Celsius, to 0.1: colder towards the poles, in winter and before dawn.
 * @param time ms since 1970
 */
export const temperatureAt = ({ lat, lon }: LatLon, time: number): number => {
  const year = (time / DAY / 365.25) % 1;
  const localDay = (time / DAY + lon / 360) % 1;
  const season = (Math.abs(lat) / 90) * 22 * wave(year - 0.3) * Math.sign(lat);
  const mean = 29 - 0.0085 * lat * lat;
  return Math.round((mean + season + 5 * wave(localDay - 0.375)) * 10) / 10;
};

/** What the modem sees at a place; the same place gives the same cell. */
export const networkAt = (
  country: CountryCode,
  { lat, lon }: LatLon,
  seed: number,
): { mcc: number; mnc: number; lac: number; cid: number } => {
  const { mcc, mncs } = countries[country];
  const area = [Math.floor(lat * 4), Math.floor(lon * 4)] as const;
  const cell = [Math.floor(lat * 40), Math.floor(lon * 40)] as const;
  return {
    mcc,
    mnc: pick(mncs, seed, 11),
    lac: 1 + Math.floor(chance(...area, mcc) * 65_000),
    cid: 1 + Math.floor(chance(...cell, mcc) * 268_000_000),
  };
};

const CHARGING = 0.03;

/**
 * A battery that lasts three to eight weeks, then is charged.
 * @param low keeps it under 15 %
 * @returns percent and volt
 */
export const batteryAt = (
  seed: number,
  time: number,
  low: boolean,
): { electric: number; voltage: number } => {
  const period = between(21, 56, seed, 12) * DAY;
  const part = (time / period + chance(seed, 13)) % 1;
  const fill = part < CHARGING ? part / CHARGING : 1 - (part - CHARGING) / (1 - CHARGING);
  const electric = Math.round(low ? 4 + 10 * fill : 22 + 78 * fill);
  return { electric, voltage: Math.round(330 + electric * 0.88) / 100 };
};
