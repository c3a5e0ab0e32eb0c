import type { AlarmKind, FaultCode } from './alarm';
import { DAY } from './duration';
import { choices, type Label } from './label';

/**
 * A serial number: it is part of MQTT topics and a client's name, where a wildcard or a slash would open other locks'
 * topics and `$` begins the broker's own. The one rule for forms, imports and the broker.
 */
export const serialNumber = {
  max: 32,
  pattern: /^(?!\$)[^+#/\s\p{Cc}\p{Surrogate}]+$/u,
  message: [
    'No spaces and none of + # /, and no $ at its beginning',
    '不能包含空格、+、#、/，且不能以 $ 开头',
  ],
} as const;

/** Somebody else has a lock, child lock or card of that number; whose it is, nobody is told. Specification section 8. */
export const serialNumberError: Label = ['Equipment Cannot Be Added', '设备无法添加'];

/** Lock status as a lock reports it. Specification section 4, values as listed there. */
export const lockStatus = choices(
  [
    [0, 'Unsealed (lock closed)', '已解封（锁闭合）'],
    [1, 'Unsealed (lock open)', '已解封（锁打开）'],
    [2, 'Sealed (lock closed)', '已施封（锁闭合）'],
    [3, 'Abnormal', '异常'],
    [255, 'Initial', '初始'],
  ],
  { 0: 'info', 1: 'warning', 2: 'success', 3: 'error' },
);

export type LockStatus = (typeof lockStatus)[number][0];

/** Named statuses for rules that speak of one of them. */
export const LOCK = { closed: 0, open: 1, sealed: 2, abnormal: 3, initial: 255 } as const;

/** What a lock says happened to it, beside its status. Specification section 4, "lock state type". */
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
 * What made the lock change, 14 sources. Specification section 4: one reading puts the password at 2, the other
 * at 3, so 2 and 3 are both passwords and the rest follows in the listed order.
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

/** Sources that leave a lock sealed, and those that leave it unsealed; a fault and an illegal card do neither. */
export const SEALING: readonly LockAction[] = [8, 9, 10, 11, 12];
export const UNSEALING: readonly LockAction[] = [1, 2, 3, 4, 5, 7, 13];
/** Sources that are a card held to the lock. */
export const SWIPING: readonly LockAction[] = [5, 9, 14];

/** Why a lock sent a report. Specification section 4. */
export const reportType = choices([
  [0, 'Timing', '定时上报'],
  [1, 'Lock action', '锁动作'],
  [2, 'Blind spot', '盲区补传'],
  [3, 'Wake up', '唤醒'],
  [9, 'Switch lock', '开关锁'],
]);

type ReportType = (typeof reportType)[number][0];

/** Sent when there was a network again: it tells of then. */
export const BLIND_SPOT: ReportType = 2;

/** No clock that was ever set is behind it: one that lost its power begins anew in 2000, or in 1970. */
const EARLIEST = Date.UTC(2015, 0, 1);

/** Whether a lock's time can be one; no time zone that was mistaken puts it further ahead. @param now ms since 1970 */
export const isPlausibleTime = (ts: number, now: number): boolean =>
  ts >= EARLIEST && ts <= now + DAY;

/**
 * Whether a report tells of now by a clock that shows no time that can be: then now is when it came. What was stored by
 * such a clock is of a time that nobody knows.
 */
export const needsReceiptTime = ({ ts, report_reson }: LockReport, now: number): boolean =>
  report_reson !== BLIND_SPOT && !isPlausibleTime(ts, now);

/** What an unlikely clock shows, for whoever programs the lock. */
export const clockFaultMessage = (ts: number): string =>
  `its clock says ${Math.abs(ts) < 8.64e15 ? new Date(ts).toISOString().slice(0, 10) : 'no time'}`;

/** How a position was found. Specification section 4. */
export const positionType = choices(
  [
    [0, 'Valid', '有效定位'],
    [1, 'Invalid', '无效定位'],
    [2, 'None', '无定位'],
    [3, 'Base station', '基站定位'],
    [4, 'WiFi', 'WiFi定位'],
  ],
  { 0: 'success', 1: 'warning', 2: 'default' },
);

export type PositionType = (typeof positionType)[number][0];

/** Whether the lock is reachable now. */
export const communicateStatus = choices(
  [
    [0, 'Offline', '离线'],
    [1, 'Online', '在线'],
    [2, 'Asleep', '休眠'],
  ],
  { 0: 'default', 1: 'success', 2: 'info' },
);

export type CommunicateStatus = (typeof communicateStatus)[number][0];

/** Named values for rules that speak of one of them. An asleep lock is silent as agreed, and will come back by itself. */
export const COMMUNICATE_STATUS = { offline: 0, online: 1, asleep: 2 } as const;

/**
 * What a lock sends up, as JSON on `seal/v1/{sn}/up/report`. Names are the wire's. Only `ts`, `report_reson` and
 * `lock_status` are always there; a report without a position keeps the last known one.
 */
export interface LockReport {
  /** Device time, ms since 1970. */
  ts: number;
  report_reson: ReportType;
  /** Always there on this wire; locks of other makers tell some things without it: it is then what it was. */
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
  /** The lock's own words for a fault. */
  fault_msg?: string;
  /** Percent. */
  electric?: number;
  /** Volt. */
  voltage?: number;
  /** Degrees Celsius. */
  temperature?: number;
  mnc?: number;
  mcc?: number;
  lac?: number;
  cid?: number;
  icc_card_no?: string;
  version?: string;
  /** The locks that hang on it, where its wire tells of them; ours does not. */
  children?: readonly ChildState[];
}

/** What a lock tells of a child lock of its. */
export interface ChildState {
  sn: string;
  status?: LockStatus;
  /** Percent. */
  electric?: number;
  /** Volt. */
  voltage?: number;
}

/** A command on its way to a lock, as JSON on `seal/v1/{sn}/down/cmd`. */
export interface LockCommand {
  /** Ticket id, echoed by the acknowledgement. */
  id: string;
  /** Command code: seal, unseal, vibration... */
  cmd: string;
  args: Readonly<Record<string, unknown>>;
  ts: number;
  /** After this moment, ms since 1970, the lock must ignore the command. */
  exp: number;
}

/**
 * How far a lock is with an upgrade, as JSON on `seal/v1/{sn}/up/ota`; and which piece of the file it wants, where it does
 * not fetch it by itself.
 */
export interface LockProgress {
  /** The command's. */
  id: string;
  /** From 0 to 100. */
  percent?: number;
  /** Bytes that it has from the file's beginning, and that the piece it wants begins at. */
  offset?: number;
  /** Bytes of that piece. */
  want?: number;
}

/** A piece of a file on its way to a lock, as JSON on `seal/v1/{sn}/down/ota`. */
export interface FileChunk {
  id: string;
  /** Where it begins, bytes. */
  offset: number;
  /** Of the whole file, bytes. */
  size: number;
  /** Base64. */
  data: string;
}

/** Bytes of a piece, at the most: as text it is a third longer, and a message is 4 KiB. */
export const MAX_CHUNK_BYTES = 2048;

/** A lock's answer to a command, as JSON on `seal/v1/{sn}/up/ack`. Code 0 is done, anything else a refusal. */
export interface LockReply {
  id: string;
  code: number;
  msg?: string;
  /** What the lock has now, by the code of the command that tells it such a thing and shaped as its arguments. */
  values?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}
