import { BLIND_SPOT, type LockReport } from '../../domain/lock';
import { isRecord } from '../../protocol';
import { readReportMessage } from '../fleet/link';

type JsonObject = Readonly<Record<string, unknown>>;

/** Position or event of a tracker, parsed from a message that Traccar forwarded. */
export interface Forwarded {
  /** `uniqueId` of the tracker, our serial number. */
  readonly sn: string;
  /** Traccar's own id of the device. */
  readonly deviceId?: number;
  /** A report for each kind of alarm in the position, but at least one: a report holds one alarm only. */
  readonly reports?: readonly LockReport[];
  /** Reason why the position, or a part of it, was rejected. */
  readonly rejected?: string;
  /** Connection state according to Traccar. */
  readonly online?: boolean;
  /** Time of the event by Traccar's clock, epoch ms. */
  readonly eventTime?: number;
  /** The tracker's answer to a command. */
  readonly result?: string;
  /** Forwarded content without private data such as phone and SIM card numbers. */
  readonly content: JsonObject;
}

const fieldsIn = (value: unknown): JsonObject => (isRecord(value) ? value : {});

/**
 * Parses a message that Traccar forwards as JSON: `{ position, device }` or `{ event, position?, device }`. Undefined for
 * anything else.
 */
export const parseForwarded = (body: unknown): Forwarded | undefined => {
  if (!isRecord(body) || !isRecord(body.device)) return undefined;
  const { device, position, event } = body;
  const sn = typeof device.uniqueId === 'string' ? device.uniqueId : '';
  if (sn === '' || (!isRecord(position) && !isRecord(event))) return undefined;
  const { type, eventTime, attributes: ofEvent } = fieldsIn(event);
  const changedAt = timeOf(eventTime);
  // Traccar forwards the position of an answer as well, so only the event counts as the answer.
  const { result } =
    type === 'commandResult'
      ? { ...fieldsIn(fieldsIn(position).attributes), ...fieldsIn(ofEvent) }
      : {};
  const read = isRecord(position) ? readPosition(position) : undefined;
  return {
    sn,
    deviceId: Number.isSafeInteger(device.id) ? Number(device.id) : undefined,
    ...read,
    ...(type === 'deviceOnline' && { online: true }),
    ...(type === 'deviceOffline' && { online: false }),
    ...(Number.isSafeInteger(changedAt) && { eventTime: Number(changedAt) }),
    ...(typeof result === 'string' && result !== '' && { result }),
    content: shownOf(body),
  };
};

const PRIVATE = new Set(['phone', 'contact', 'iccid', 'imsi', 'raw']);

const shownOf = (value: JsonObject): JsonObject =>
  Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => !PRIVATE.has(name))
      .map(([name, member]) => [name, isRecord(member) ? shownOf(member) : member]),
  );

const readPosition = (position: JsonObject): Pick<Forwarded, 'reports' | 'rejected'> => {
  const fields = reportOf(position);
  const reports: LockReport[] = [];
  const faults = new Set<string>();
  const { alarm: names } = fieldsIn(position.attributes);
  if (typeof (names ?? '') !== 'string')
    faults.add('attributes.alarm: expected names with commas between');
  for (const alarm of alarmsOf(position)) {
    const read = readReportMessage({ ...fields, ...alarm });
    if ('error' in read) return { rejected: read.error };
    reports.push(read.value);
    for (const fault of read.leftOut) faults.add(fault);
  }
  return { reports, ...(faults.size > 0 && { rejected: [...faults].join('; ') }) };
};

const KNOT = 1.852;
const VALID = 0;
const INVALID = 1;
export const TRACCAR_SEALED = 2;
export const TRACCAR_OPEN = 1;

const ALARMS: ReadonlyMap<string, number> = new Map(
  Object.entries({
    lowBattery: 2001,
    lowPower: 2001,
    vibration: 1011,
    shock: 1011,
    tampering: 1010,
    removing: 1010,
    fault: 1009,
    parking: 1012,
  }),
);

/** Alarms of Traccar's geofences. They are ignored, because this server has its own. */
const FENCE_WORDS = ['geofence', 'geofenceEnter', 'geofenceExit'];
const OTHER = 9999;

/** Alarms of a position by kind, at least one entry. Unknown alarms become one of kind "other" with their names. */
const alarmsOf = ({ attributes }: JsonObject): JsonObject[] => {
  const { alarm } = fieldsIn(attributes);
  const words = (typeof alarm === 'string' ? alarm : '')
    .split(',')
    .map((word) => word.trim())
    .filter((word) => word !== '' && !FENCE_WORDS.includes(word));
  const unknownWords = words.filter((word) => !ALARMS.has(word));
  const kinds = [...new Set(words.flatMap((word) => ALARMS.get(word) ?? []))];
  const alarms = [
    ...kinds.map((police_type) => ({ police_type })),
    ...(unknownWords.length > 0
      ? [{ police_type: OTHER, fault_code: OTHER, fault_msg: unknownWords.join(', ') }]
      : []),
  ];
  return alarms.length > 0 ? alarms : [{}];
};

/** Protocols in which Traccar's `blocked` means a sealed lock. For cars it means that the engine is blocked. */
const LOCKS = ['jt600'];

/**
 * Converts Traccar's Position to a report; values are checked later. Traccar's speeds are in knots, the battery in
 * volts.
 */
const reportOf = (position: JsonObject): JsonObject => {
  const attributes = fieldsIn(position.attributes);
  const hasFix = position.valid === true && position.outdated !== true;
  const isLocked =
    attributes.lock ?? (LOCKS.includes(String(position.protocol)) ? attributes.blocked : undefined);
  return {
    ts: timeOf(position.deviceTime ?? position.fixTime),
    report_reson: attributes.archive === true ? BLIND_SPOT : 0,
    lock_status:
      typeof isLocked === 'boolean' ? (isLocked ? TRACCAR_SEALED : TRACCAR_OPEN) : undefined,
    position_status: hasFix ? VALID : INVALID,
    ...(hasFix && {
      lat: position.latitude,
      lon: position.longitude,
      speed: typeof position.speed === 'number' ? position.speed * KNOT : undefined,
      course: position.course,
    }),
    electric: attributes.batteryLevel,
    voltage: attributes.battery,
    temperature: attributes.deviceTemp ?? attributes.temp1,
    icc_card_no: attributes.driverUniqueId,
    version: attributes.versionFw,
    ...cellOf(position.network),
  };
};

const timeOf = (time: unknown): unknown => (typeof time === 'string' ? Date.parse(time) : time);

const cellOf = (network: unknown): JsonObject => {
  const { cellTowers } = fieldsIn(network);
  const tower = fieldsIn(Array.isArray(cellTowers) ? cellTowers[0] : undefined);
  const { mobileCountryCode, mobileNetworkCode, locationAreaCode, cellId } = tower;
  return { mcc: mobileCountryCode, mnc: mobileNetworkCode, lac: locationAreaCode, cid: cellId };
};
