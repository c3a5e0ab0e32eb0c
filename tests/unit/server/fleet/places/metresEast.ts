import { HOUR } from '../../../../../src/domain/duration';
import type { LatLon } from '../../../../../src/domain/geo/geometry';
import type { DeviceState } from '../../../../../src/server/fleet/state';
import { deviceState } from '../deviceState';

const DEGREE = 111_195;

/** Returns the place on the equator that many metres east of 0, 0. */
export const metresEast = (metres: number): LatLon => ({ lat: 0, lon: metres / DEGREE });

/** State of lock A1, last seen that many metres east an hour before; null if it was never seen. */
export const stateAt = (
  metres: number | null | undefined,
  more: Partial<DeviceState> = {},
): DeviceState => {
  if (metres === null || metres === undefined) return deviceState(more);
  const { lat, lon } = metresEast(metres);
  return deviceState({ lat, lon, fix_lat: lat, fix_lon: lon, fix_time: 1_000 - HOUR, ...more });
};
