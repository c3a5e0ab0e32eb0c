import type { LiveDevice } from '../../../../../src/domain/live';

/** A sealed device that is online and has a fresh place, but for what is given. */
export const device = (sn: string, given: Partial<LiveDevice> = {}): LiveDevice => ({
  sn,
  device_name: `Lorry ${sn}`,
  org_id: 1,
  status: 2,
  communicate_status: 1,
  electric: 80,
  lat: 31,
  lon: 121,
  speed: 0,
  course: 0,
  positionType: 0,
  position_time: null,
  report_time: null,
  alarms: 0,
  ...given,
});
