import { Fleet } from '../../../../../src/console/data';
import { valuesOfRows } from '../../../../../src/console/data/fleet';
import { LIVE_COLUMNS, type LiveDevice } from '../../../../../src/domain/live';
import {
  type LiveColumns,
  type PackSource,
  unpackedColumns,
} from '../../../../../src/domain/liveColumns';

/** Builds a sealed online device with a recent position, with some values changed. */
export const device = (sn: string, changes: Partial<LiveDevice> = {}): LiveDevice => ({
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
  protocol: 0,
  lent: null,
  ...changes,
});

/** Applies devices to a fleet, and removes others. */
export const applyDevices = (
  fleet: Fleet,
  devices: readonly LiveDevice[],
  removedSns: readonly string[] = [],
) =>
  fleet.apply(valuesOfRows(devices.map((of) => LIVE_COLUMNS.map((name) => of[name]))), removedSns);

export const fleetOf = (...devices: LiveDevice[]): Fleet => {
  const fleet = new Fleet();
  applyDevices(fleet, devices);
  return fleet;
};

/** Columns of devices, to be packed. */
export const packSourceOf = (devices: readonly LiveDevice[]): PackSource => ({
  texts: (name) => devices.map((of) => of[name]),
  numbers: (name) => Float64Array.from(devices, (of) => of[name] ?? Number.NaN),
});

/** Unpacks the columns of a response as the console does. */
export const devicesIn = (columns: Partial<LiveColumns>): LiveDevice[] => {
  const fleet = new Fleet();
  fleet.apply(unpackedColumns(columns));
  return Array.from({ length: fleet.size }, (_, row) => fleet.at(row) as LiveDevice);
};
