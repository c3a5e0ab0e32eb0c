import { type LockProtocol, PROTOCOL } from './family';
import { type CommunicateStatus, LOCK, type LockStatus, type PositionType } from './lock';
import type { TicketState } from './ticket';

/** Device in a live view: small, flat, and the same for map, list and card. */
export interface LiveDevice {
  sn: string;
  /** Null if unnamed. */
  device_name: string | null;
  /** Null if the server has no organisations. */
  org_id: number | null;
  status: LockStatus;
  communicate_status: CommunicateStatus;
  /** Percent; null if never reported. */
  electric: number | null;
  /** WGS-84 degrees; null if the device has no position yet. */
  lat: number | null;
  lon: number | null;
  /** km/h. */
  speed: number | null;
  /** Degrees from north, clockwise. */
  course: number | null;
  positionType: PositionType | null;
  /** Time of the position, epoch ms. */
  position_time: number | null;
  /** Time of the last report, epoch ms. */
  report_time: number | null;
  alarms: number;
  /** Determines the commands that can be sent to it. */
  protocol: LockProtocol;
  /**
   * For a borrowed lock, the commands lent to the reader's organisation: 1 seal, 2 unseal, 3 both. Null for an own
   * lock.
   */
  lent: number | null;
}

/** Lendable commands: the bit of each in `lent`, and its column in a loan. */
export const LENDABLE: ReadonlyMap<
  string,
  { readonly bit: number; readonly column: 'may_seal' | 'may_unseal' }
> = new Map([
  ['seal', { bit: 1, column: 'may_seal' }],
  ['unseal', { bit: 2, column: 'may_unseal' }],
]);

/**
 * True if a record is a lock borrowed by an organisation, and the loan lacks a command. The loan of an organisation
 * below does not count: the reader may own the lock.
 * @param record live values of a lock, or its row in the list of borrowed locks
 */
export const isWithheld = (
  code: string,
  record: Readonly<Record<string, unknown>>,
  orgId: unknown,
): boolean => {
  const { bit, column } = LENDABLE.get(code) ?? { bit: 0, column: undefined };
  if (typeof record.lent === 'number') return (bit & record.lent) === 0;
  return (
    column !== undefined && record[column] === false && String(record.org_id) === String(orgId)
  );
};

/** Speed from which a lock moves, km/h. Slower ones count as stationary, because a fix wanders. */
export const MOVING_FROM = 3;

/** Columns of a snapshot row, in order. Rows are arrays because a fleet has up to 100,000. */
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

/** Converts a snapshot row to a device. A plain loop, for speed: 100,000 rows arrive at once. */
export const liveDeviceOf = (row: LiveRow): LiveDevice => {
  const device: Record<string, unknown> = {};
  for (let i = 0; i < LIVE_COLUMNS.length; i++) {
    const name = LIVE_COLUMNS[i] as string;
    device[name] = row[i] ?? LIVE_DEFAULTS[name as keyof LiveDevice] ?? null;
  }
  device.sn = String(device.sn ?? '');
  return device as unknown as LiveDevice;
};

/** Defaults of the numbers that are never null in a device. */
export const LIVE_DEFAULTS: Readonly<Partial<Record<keyof LiveDevice, number>>> = {
  status: LOCK.initial,
  communicate_status: 0,
  alarms: 0,
  protocol: PROTOCOL.mqtt,
};

/** Ticket of a command in a live view. */
export interface LiveTicket {
  id: string;
  sn: string;
  cmd: string;
  state: TicketState;
  message: string | null;
  /** `ticketResult` of a reply that arrived after the timeout; null or undefined if none did. */
  late?: number | null;
  /** Progress reported by the lock, percent; null or undefined if unknown. */
  progress?: number | null;
}

/** Changes since a cursor. */
export interface LiveChanges {
  cursor: string;
  rows: readonly LiveRow[];
  /** True if `rows` is the whole fleet: a device that is missing was deleted. */
  whole?: true;
  /** Serial numbers of devices that were deleted or moved out of the caller's scope. */
  gone: readonly string[];
  tickets: readonly LiveTicket[];
  /** Number of alarms raised, taken or processed since the cursor. Optional for a server. */
  alarms?: number;
}
