import { bySensor } from '../../../../src/domain/lock';
import type { DeviceState } from '../../../../src/server/fleet/state';

/** State of lock A1 of organisation 7, which is sealed and has reported no position. */
export const deviceState = (values: Partial<DeviceState> = {}): DeviceState => ({
  id: 1,
  sn: 'A1',
  org_id: 7,
  status: 2,
  report_time: 1_000,
  seen_at: null,
  electric: 80,
  lat: null,
  lon: null,
  positionType: 0,
  position_time: 1_000,
  speed: null,
  course: null,
  ...bySensor(() => null),
  version: null,
  alarms: 0,
  protocol: 0,
  fix_lat: null,
  fix_lon: null,
  fix_time: null,
  late_fix_time: null,
  suspect_lat: null,
  suspect_lon: null,
  suspect_time: null,
  fences: [],
  regions: [],
  raised: {},
  ...values,
});
