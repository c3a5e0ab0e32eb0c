import { LOCK, type LockStatus, type PositionType } from './lock';
import type { TicketState } from './ticket';

/** One device as a live view needs it: small, flat, the same for map, list and card. */
export interface LiveDevice {
  sn: string;
  /** Null where nobody has named it. */
  device_name: string | null;
  /** Null where a server knows no organisations. */
  org_id: number | null;
  status: LockStatus;
  /** 1 online, 0 offline. */
  communicate_status: 0 | 1;
  /** Percent, null when never reported. */
  electric: number | null;
  /** WGS-84 degrees, null when the device has no position yet. */
  lat: number | null;
  lon: number | null;
  /** km/h. */
  speed: number | null;
  /** Degrees from north, clockwise. */
  course: number | null;
  positionType: PositionType | null;
  /** When the position was taken, ms since 1970. */
  position_time: number | null;
  /** When the device was last heard, ms since 1970. */
  report_time: number | null;
  /** Unprocessed alarms. */
  alarms: number;
}

/** The columns of a snapshot row, in order: rows travel as arrays because a fleet has 100,000 of them. */
export const LIVE_COLUMNS = [
  'sn',
  'device_name',
  'org_id',
  'status',
  'communicate_status',
  'electric',
  'lat',
  'lon',
  'speed',
  'course',
  'positionType',
  'position_time',
  'report_time',
  'alarms',
] as const satisfies readonly (keyof LiveDevice)[];

export type LiveRow = readonly unknown[];

/** A row of a snapshot as a device. A plain loop: a fleet of 100,000 comes at once. */
export const liveDeviceOf = (row: LiveRow): LiveDevice => {
  const device: Record<string, unknown> = {};
  for (let i = 0; i < LIVE_COLUMNS.length; i++) {
    const name = LIVE_COLUMNS[i] as string;
    device[name] = row[i] ?? UNTOLD[name] ?? null;
  }
  device.sn = String(device.sn);
  return device as unknown as LiveDevice;
};

/** What a column means that is never null in a device, where a server leaves it empty. */
const UNTOLD: Readonly<Record<string, unknown>> = {
  sn: '',
  status: LOCK.initial,
  communicate_status: 0,
  alarms: 0,
};

/** The whole fleet the operator may see. */
export interface LiveSnapshot {
  cursor: string;
  rows: readonly LiveRow[];
}

/** A command's ticket as a live view needs it. */
export interface LiveTicket {
  id: string;
  sn: string;
  cmd: string;
  state: TicketState;
  message: string | null;
}

/** What changed since a cursor. */
export interface LiveChanges {
  cursor: string;
  rows: readonly LiveRow[];
  /** Devices deleted or moved out of sight. */
  gone: readonly string[];
  tickets: readonly LiveTicket[];
}

/** 0 is the SN itself; higher is a worse match; undefined is none. `wanted` is in lower case. */
const rankOf = ({ sn, device_name }: LiveDevice, wanted: string): number | undefined => {
  const inSn = sn.toLowerCase().indexOf(wanted);
  if (inSn === 0) return sn.length === wanted.length ? 0 : 1;
  const inName = (device_name ?? '').toLowerCase().indexOf(wanted);
  if (inName === 0) return 2;
  return inSn > 0 || inName > 0 ? 3 : undefined;
};

/**
 * The devices whose SN or name contains a text, in any case, at most `limit`: the SN itself first, then SNs that begin
 * with it, then names, then the rest. Looks at every device: 8 ms for 100,000, so that an index would not pay.
 */
export const searchDevices = (
  devices: readonly LiveDevice[],
  text: string,
  limit: number,
): LiveDevice[] => {
  const wanted = text.trim().toLowerCase();
  if (!wanted) return [];
  const found: LiveDevice[][] = [[], [], [], []];
  for (const device of devices) {
    const bucket = found[rankOf(device, wanted) ?? found.length];
    if (bucket && bucket.length < limit) bucket.push(device);
  }
  return found.flat().slice(0, limit);
};
