import type { LatLon } from '../../../domain/geo/geometry';
import type { PositionType } from '../../../domain/lock';
import type { LockReport } from '../../../domain/report';
import { between, chance } from './chance';
import { moved } from './moved';

/** Bad reception lasts for minutes, not for one report. */
const SLICE_MS = 300_000;

type Fix = Pick<LockReport, 'position_status' | 'lat' | 'lon' | 'speed' | 'course'>;

export interface Motion {
  at: LatLon;
  /** km/h. */
  speed: number;
  /** Degrees from north, clockwise. */
  course: number;
}

const round = (value: number, digits: number): number => Number(value.toFixed(digits));

/** By how much a position is off at most, km: a receiver's noise, a hotspot's range, a cell's. */
const ERROR_KM: Partial<Record<PositionType, number>> = { 0: 0.004, 4: 0.06, 3: 0.9 };

const qualityAt = (seed: number, slice: number, poor: boolean): PositionType => {
  if (!poor) return 0;
  const luck = chance(seed, slice, 21);
  if (luck < 0.3) return 3;
  if (luck < 0.45) return 4;
  return luck < 0.6 ? 1 : 0;
};

/**
 * What a lock knows of its place. Base stations and hotspots give a rough place and neither speed nor course.
 * @param poor whether its receiver often sees no satellites
 */
export const fixAt = (
  { at, speed, course }: Motion,
  seed: number,
  time: number,
  poor: boolean,
): Fix => {
  const slice = Math.floor(time / SLICE_MS);
  const quality = qualityAt(seed, slice, poor);
  const error = ERROR_KM[quality];
  if (error === undefined) return { position_status: quality };
  // Satellites wander with every report; a cell or a hotspot is off by the same amount while it serves.
  const salt = quality === 0 ? Math.floor(time / 1000) : slice;
  const { lat, lon } = moved(
    at,
    between(0, 360, seed, salt, 22),
    error * Math.sqrt(chance(seed, salt, 23)),
  );
  const place = { position_status: quality, lat: round(lat, 6), lon: round(lon, 6) };
  if (quality !== 0) return place;
  return { ...place, speed: round(speed, 1), course: round(course, 0) % 360 };
};
