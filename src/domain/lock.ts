import type { AlarmKind, FaultCode } from './alarm';
import { choices, type Label } from './label';
import { FULL_WIDTH, INVISIBLE_CLASS } from './text';

/** Start of a serial number and the class of its characters, for a pattern with the flag `u`. */
export const SERIAL_CHARACTERS = String.raw`^(?!\$)[^+#/\s\p{Surrogate}${INVISIBLE_CLASS}${FULL_WIDTH}]`;

/**
 * Validation of a serial number, shared by forms, imports and the broker. The number is part of MQTT topics and the
 * client id, where a wildcard or slash would match other locks' topics and a leading `$` is reserved for the broker.
 */
export const serialNumber = {
  max: 32,
  pattern: new RegExp(`${SERIAL_CHARACTERS}+$`, 'u'),
  message: [
    'No spaces, no invisible or full-width characters, no +, # or /, and no $ at the start',
    '不能包含空格、不可见字符、全角字符、+、#、/，且不能以 $ 开头',
  ],
} as const;

/**
 * Error for a number of a lock, child lock or card that another organisation already uses; it does not reveal which
 * one.
 */
export const serialNumberError: Label = ['Equipment Cannot Be Added', '设备无法添加'];

/** Wire values of `lock_status`. docs/own-server.md lists all values of the contract. */
export const lockStatus = choices(
  [
    [0, 'Unsealed (lock closed)', '已解封（锁闭合）'],
    [1, 'Unsealed (lock open)', '已解封（锁打开）'],
    [2, 'Sealed (lock closed)', '已施封（锁闭合）'],
    [3, 'Abnormal', '异常'],
    [255, 'Initial', '初始'],
  ],
  { 0: 'info', 1: 'warning', 2: 'success', 3: 'error' },
  { signs: { 0: 'closed', 1: 'open', 2: 'sealed' } },
);

export type LockStatus = (typeof lockStatus)[number][0];

export const LOCK = { closed: 0, open: 1, sealed: 2, abnormal: 3, initial: 255 } as const;

/** Wire values of `lock_state`, the event that accompanies the status. */
export const lockState = choices(
  [
    [0, 'Normal', '正常'],
    [1, 'Unlock', '开锁'],
    [2, 'Lock', '关锁'],
    [3, 'Illegal dismantling', '非法拆卸'],
    [4, 'Illegal unlock', '非法开锁'],
    [5, 'Illegal lock closing', '非法关锁'],
    [6, 'Charging', '充电'],
  ],
  { 3: 'error', 4: 'error', 5: 'error', 6: 'info' },
);

export type LockState = (typeof lockState)[number][0];

/**
 * Wire values of `lock_action`, the 14 causes of a seal or unseal. The contract has the password at 2 in one reading
 * and at 3 in another, so both mean password.
 */
export const lockAction = choices(
  [
    [1, 'Remote unseal', '远程解封'],
    [2, 'Password unseal', '密码解封'],
    [3, 'Password unseal', '密码解封'],
    [4, 'Bluetooth unseal', '蓝牙解封'],
    [5, 'RFID card unseal', '刷卡解封'],
    [6, 'Fault', '故障'],
    [7, 'Auto unseal', '自动解封'],
    [8, 'Auto seal', '自动施封'],
    [9, 'RFID seal', '刷卡施封'],
    [10, 'Bluetooth seal', '蓝牙施封'],
    [11, 'Password seal', '密码施封'],
    [12, 'Remote seal', '远程施封'],
    [13, 'Authorised unlocking', '授权开锁'],
    [14, 'Illegal card', '非法刷卡'],
  ],
  { 6: 'error', 14: 'error' },
);

export type LockAction = (typeof lockAction)[number][0];

/** Actions after which the lock is sealed. A fault (6) and an illegal card (14) are in neither list. */
export const SEALING: readonly LockAction[] = [8, 9, 10, 11, 12];
export const UNSEALING: readonly LockAction[] = [1, 2, 3, 4, 5, 7, 13];
export const SWIPING: readonly LockAction[] = [5, 9, 14];

/** Wire values of `report_reson`, the reason for a report. */
export const reportType = choices([
  [0, 'Timing', '定时上报'],
  [1, 'Lock action', '锁动作'],
  [2, 'Blind spot', '盲区补传'],
  [3, 'Wake up', '唤醒'],
  [9, 'Switch lock', '开关锁'],
]);

type ReportType = (typeof reportType)[number][0];

/** Report buffered while the lock had no network. It describes the past. */
export const BLIND_SPOT: ReportType = 2;

/** Wire values of `position_status`: source and validity of a position. */
export const positionType = choices(
  [
    [0, 'Valid', '有效定位'],
    [1, 'Invalid', '无效定位'],
    [2, 'None', '无定位'],
    [3, 'Base station', '基站定位'],
    [4, 'WiFi', 'WiFi定位'],
  ],
  { 0: 'success', 1: 'warning' },
  { forms: { 1: 'sign' } },
);

export type PositionType = (typeof positionType)[number][0];

/** Reachability of a lock. Asleep: silent within its type's limit, and expected back. */
export const communicateStatus = choices(
  [
    [0, 'Offline', '离线'],
    [1, 'Online', '在线'],
    [2, 'Asleep', '休眠'],
  ],
  { 1: 'success' },
  { signs: { 1: 'dot', 2: 'moon' } },
);

export type CommunicateStatus = (typeof communicateStatus)[number][0];

export const COMMUNICATE_STATUS = { offline: 0, online: 1, asleep: 2 } as const;

/**
 * Sensor values of a report and the range that is accepted, by their names on the wire. Each becomes a column of the
 * records and of the lock's state. A report without one keeps the last value in the state.
 */
export const SENSORS = {
  /** Volts. */
  voltage: { min: 0, max: 100 },
  /** °C. */
  temperature: { min: -90, max: 150 },
} as const;

export type SensorName = keyof typeof SENSORS;

export const SENSOR_NAMES = Object.keys(SENSORS) as readonly SensorName[];

export const bySensor = <V>(create: (name: SensorName) => V): Readonly<Record<SensorName, V>> =>
  Object.fromEntries(SENSOR_NAMES.map((name) => [name, create(name)])) as Record<SensorName, V>;

/**
 * JSON payload of `seal/v1/{sn}/up/report`, with the field names of the wire. `ts`, `report_reson` and `lock_status`
 * are required over MQTT. A report without a position leaves the last known one in place.
 */
export interface LockReport extends Partial<Record<SensorName, number>> {
  /** Device clock, epoch ms. NaN from a native protocol without a time; the server then uses the time of receipt. */
  ts: number;
  report_reson: ReportType;
  /** Undefined only for native protocols, some of whose messages lack it; the last status then stays. */
  lock_status?: LockStatus;
  lock_state?: LockState;
  position_status?: PositionType;
  /** WGS-84 degrees. */
  lat?: number;
  lon?: number;
  /** km/h. */
  speed?: number;
  /** Degrees from north, clockwise. */
  course?: number;
  lock_action?: LockAction;
  police_type?: AlarmKind;
  fault_code?: FaultCode;
  /** Fault description from the lock. */
  fault_msg?: string;
  /** Percent, a whole number. */
  electric?: number;
  mnc?: number;
  mcc?: number;
  lac?: number;
  cid?: number;
  icc_card_no?: string;
  version?: string;
  /** Child locks attached to it. Native protocols only: the MQTT report has no such field. */
  children?: readonly ChildState[];
}

/** State of a child lock, as its parent reports it. */
export interface ChildState {
  sn: string;
  status?: LockStatus;
  /** Percent. */
  electric?: number;
  /** Volts. */
  voltage?: number;
}

/** Facts that a manufacturer's protocol learned of a lock from its messages, in a form of the protocol's own. */
export type LockTraits = Readonly<Record<string, string | number | null>>;

/** JSON payload of `seal/v1/{sn}/down/cmd`. */
export interface LockCommand {
  /** Ticket id, which the lock echoes in its reply. */
  id: string;
  /** Command code, such as `seal`, `unseal` or `vibration`. */
  cmd: string;
  args: Readonly<Record<string, unknown>>;
  ts: number;
  /** Expiry, epoch ms: the lock must not run the command later. */
  exp: number;
}

/**
 * JSON payload of `seal/v1/{sn}/up/ota`: progress of an upgrade and, unless the lock downloads the file by itself, its
 * request for the next chunk.
 */
export interface LockProgress {
  /** Id of the upgrade command. */
  id: string;
  /** 0 to 100. */
  percent?: number;
  /** Bytes received so far; the requested chunk starts here. */
  offset?: number;
  /** Size of the requested chunk, bytes. */
  want?: number;
}

/** JSON payload of `seal/v1/{sn}/down/ota`: a chunk of a firmware file. */
export interface FileChunk {
  id: string;
  /** Position of the chunk in the file, bytes. */
  offset: number;
  /** Size of the whole file, bytes. */
  size: number;
  /** Base64. */
  data: string;
}

/** Chunk size limit. Base64 adds a third, and a message is limited to 4 KiB. */
export const MAX_CHUNK_BYTES = 2048;

/** JSON payload of `seal/v1/{sn}/up/ack`, the reply to a command. */
export interface LockReply {
  id: string;
  /** 0 on success, any other is a refusal. Undefined if the lock's words come without a verdict, by Traccar alone. */
  code?: number;
  msg?: string;
  /** Settings now in effect, by the code of the command that sets them, each in the form of its arguments. */
  values?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}
