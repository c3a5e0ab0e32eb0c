import { type LockProtocol, PROTOCOL } from './family';
import type { LiveColumns } from './liveColumns';
import { type CommunicateStatus, LOCK, type LockStatus, type PositionType } from './lock';
import type { TicketState } from './ticket';

/** One device as a live view needs it: small, flat, the same for map, list and card. */
export interface LiveDevice {
  sn: string;
  /** Null where nobody has named it. */
  device_name: string | null;
  /** Null where a server knows no organisations. */
  org_id: number | null;
  status: LockStatus;
  communicate_status: CommunicateStatus;
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
  /** What it speaks: it decides which commands it can be sent. */
  protocol: LockProtocol;
  /** Of a lock of others: what the reader's organisation was lent, 1 to seal, 2 to unseal, 3 both; null of its own. */
  lent: number | null;
}

/** Which commands are lent by each of the numbers of `lent`. */
const LENT_BITS: Readonly<Record<string, number>> = { seal: 1, unseal: 2 };

/** Whether a command is among what was lent. */
export const isCommandLent = (code: string, lent: number): boolean =>
  ((LENT_BITS[code] ?? 0) & lent) !== 0;

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
  'protocol',
  'lent',
] as const satisfies readonly (keyof LiveDevice)[];

export type LiveRow = readonly unknown[];

/** A row of a snapshot as a device. A plain loop: a fleet of 100,000 comes at once. */
export const liveDeviceOf = (row: LiveRow): LiveDevice => {
  const device: Record<string, unknown> = {};
  for (let i = 0; i < LIVE_COLUMNS.length; i++) {
    const name = LIVE_COLUMNS[i] as string;
    device[name] = row[i] ?? COLUMN_DEFAULTS[name] ?? null;
  }
  device.sn = String(device.sn);
  return device as unknown as LiveDevice;
};

/** Defaults of columns that are never null in a device. */
const COLUMN_DEFAULTS: Readonly<Record<string, unknown>> = {
  sn: '',
  status: LOCK.initial,
  communicate_status: 0,
  alarms: 0,
  protocol: PROTOCOL.mqtt,
};

/** The whole fleet the operator may see, in the simple form: a row per device. */
interface LiveRows {
  readonly cursor: string;
  readonly rows: readonly LiveRow[];
}

/** The whole fleet in parts of some thousand devices that are near each other, each to be asked for by its id. */
export interface LiveIndex {
  readonly cursor: string;
  readonly total: number;
  readonly parts: readonly LivePartInfo[];
  /** Changed since the parts were read: they count more. */
  readonly rows?: readonly LiveRow[];
  /** A fleet that is one part only comes at once. */
  readonly columns?: LiveColumns;
}

export interface LivePartInfo {
  readonly id: string;
  /** Devices. */
  readonly count: number;
  /** West, south, east, north of its devices, WGS-84 degrees; null for those without a place. */
  readonly box: LiveBox | null;
}

export type LiveBox = readonly [west: number, south: number, east: number, north: number];

/** A part's devices. */
export interface LivePart {
  readonly columns: LiveColumns;
}

/** What `/live/snapshot` answers when it is asked for no part: ours an index, the simplest of servers rows. */
export type LiveSnapshot = LiveRows | LiveIndex;

/** A command's ticket as a live view needs it. */
export interface LiveTicket {
  id: string;
  sn: string;
  cmd: string;
  state: TicketState;
  message: string | null;
  /** What its lock said after it had ended without a reply, as `ticketResult` counts; null or missing for nothing. */
  late?: number | null;
  /** How far its lock is with it, per cent; null or missing where nobody knows. */
  progress?: number | null;
}

/** What changed since a cursor. */
export interface LiveChanges {
  cursor: string;
  rows: readonly LiveRow[];
  /** The rows are all that there are: a device that is not among them is gone. */
  whole?: true;
  /** Devices deleted or moved out of sight. */
  gone: readonly string[];
  tickets: readonly LiveTicket[];
  /** How many alarms were raised, taken or processed; their list says which. A server may leave it out. */
  alarms?: number;
}
