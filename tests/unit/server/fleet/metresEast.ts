import type { LatLon } from '../../../../src/domain/geo/geometry';
import type { DeviceState } from '../../../../src/server/fleet/reportRows';

const DEGREE = 111_195;

/** Returns the place on the equator that many metres east of 0, 0. */
export const metresEast = (metres: number): LatLon => ({ lat: 0, lon: metres / DEGREE });

/** State of lock A1 of organisation 7, sealed and last seen that many metres east; null if it was never seen. */
export const stateAt = (
  metres: number | null | undefined,
  more: Partial<DeviceState> = {},
): DeviceState => {
  const place = metres === null || metres === undefined ? null : metresEast(metres);
  return {
    id: 1,
    sn: 'A1',
    org_id: 7,
    status: 2,
    report_time: 1_000,
    seen_at: null,
    electric: 80,
    lat: place?.lat ?? null,
    lon: place?.lon ?? null,
    positionType: 0,
    position_time: 1_000,
    speed: null,
    course: null,
    voltage: null,
    temperature: null,
    version: null,
    alarms: 0,
    protocol: 0,
    fix_lat: place?.lat ?? null,
    fix_lon: place?.lon ?? null,
    fix_time: place ? 1_000 : null,
    late_fix_time: null,
    fences: [],
    regions: [],
    raised: {},
    ...more,
  };
};
