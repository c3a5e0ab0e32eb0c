import { choices } from './label';

const FAULTS = [
  [1001, 'IC reader fault', 'IC读卡器故障'],
  [1002, 'Network fault', '网络故障'],
  [1003, 'Bluetooth fault', '蓝牙故障'],
  [1004, 'GPS fault', 'GPS故障'],
  [1005, 'Hall detection fault', '霍尔检测故障'],
  [1006, 'Motor fault', '电机故障'],
] as const;
const OTHER_FAULT = [9999, 'Other fault', '其他故障'] as const;

/**
 * Alarm kinds. Those below 2000 and 9999 are the contract's. The others are detected by the server or reported by locks
 * of other manufacturers.
 */
export const alarmKind = choices([
  ...FAULTS,
  [1008, 'Illegal unlock', '非法开锁'],
  [1009, 'Lock failure', '锁故障'],
  [1010, 'Illegal dismantling', '非法拆卸'],
  [1011, 'Vibration', '震动报警'],
  [1012, 'Parking timeout', '停车超时'],
  [2001, 'Low battery', '低电量'],
  [2002, 'Out of fence', '出围栏'],
  [2003, 'Inside fence', '入围栏'],
  [2004, 'Illegal card', '非法刷卡'],
  [2005, 'Wrong password', '密码错误'],
  [2006, 'Unsealed too long', '解封超时'],
  OTHER_FAULT,
]);

export type AlarmKind = (typeof alarmKind)[number][0];

export const FENCE_ALARMS: readonly AlarmKind[] = [2002, 2003];

/** Severities, most severe first. */
export const alarmSeverity = choices(
  [
    [1, 'Critical', '紧急'],
    [2, 'Major', '重要'],
    [3, 'Minor', '一般'],
  ],
  { 1: 'error', 2: 'warning', 3: 'minor' },
  { forms: { 1: 'solid' } },
);

export type AlarmSeverity = (typeof alarmSeverity)[number][0];

/** Critical alarms ignore quiet hours, are notified first, and alone are sounded and spoken. */
export const CRITICAL: AlarmSeverity = 1;

/** Lowest severity. */
export const MINOR: AlarmSeverity = 3;

/** Alarm of a server that may omit its severity. */
export interface RatedAlarm {
  readonly severity?: AlarmSeverity | null;
}

/** Returns the severity of an alarm; critical if it has none. */
export const severityOf = ({ severity }: RatedAlarm): AlarmSeverity => severity ?? CRITICAL;

/** Severity of each kind unless an organisation sets its own. */
export const defaultSeverity: Readonly<Record<AlarmKind, AlarmSeverity>> = {
  1001: 3,
  1002: 3,
  1003: 3,
  1004: 3,
  1005: 2,
  1006: 2,
  1008: 1,
  1009: 2,
  1010: 1,
  1011: 3,
  1012: 2,
  2001: 3,
  2002: 1,
  2003: 2,
  2004: 2,
  2005: 2,
  2006: 2,
  9999: 2,
};

/** Source of a severity in an organisation. */
export const gradeOrigin = choices([
  [1, 'Own setting', '本机构设置'],
  [2, 'Inherited', '沿用上级'],
  [3, 'Default', '默认'],
]);

export const clearedHow = choices([
  [1, 'Sealed again', '重新施封'],
  [2, 'Normal again', '恢复正常'],
  [3, 'Lock working again', '锁恢复正常'],
  [4, 'Moving again', '恢复行驶'],
  [5, 'Charged', '电量恢复'],
  [6, 'Back in the geofence', '返回围栏'],
  [7, 'Left the geofence', '离开围栏'],
  [8, 'Card read again', '读卡恢复'],
  [9, 'Connected again', '网络恢复'],
  [10, 'Bluetooth working again', '蓝牙恢复'],
  [11, 'Position found again', '定位恢复'],
]);

export type ClearedHow = (typeof clearedHow)[number][0];

/**
 * Event that clears each kind automatically. Vibration, card and password alarms have none: no later report revokes
 * them.
 */
export const clearingEvents: { readonly [K in AlarmKind]?: ClearedHow } = {
  1001: 8,
  1002: 9,
  1003: 10,
  1004: 11,
  1005: 3,
  1006: 3,
  1008: 1,
  1009: 3,
  1010: 2,
  1012: 4,
  2001: 5,
  2002: 6,
  2003: 7,
  2006: 1,
  9999: 2,
};

/** Kind of an entry in an alarm's history. */
export const alarmEvent = choices(
  [
    ['taken', 'Taken', '受理'],
    ['released', 'Released', '取消受理'],
    ['assigned', 'Assigned', '指派'],
    ['processed', 'Processed', '处理'],
    ['cleared', 'Cleared automatically', '自动消除'],
    ['escalated', 'Escalated', '升级通知'],
    ['corrected', 'Time corrected', '时间更正'],
    ['withdrawn', 'Withdrawn', '撤销'],
  ],
  { escalated: 'warning', cleared: 'success', processed: 'success' },
);

export const alarmState = choices(
  [
    [0, 'Unprocessed', '未处理'],
    [1, 'Processed', '已处理'],
    [2, 'Withdrawn', '已撤销'],
  ],
  { 1: 'success' },
  { signs: { 2: 'none' } },
);

/** State of an alarm that never happened, as later reports show. It is kept, and counts nowhere. */
export const WITHDRAWN = 2;

/** States of alarms that happened. */
export const VALID_STATES: readonly number[] = [0, 1];

export const faultCode = choices([...FAULTS, OTHER_FAULT]);

export type FaultCode = (typeof faultCode)[number][0];

/**
 * Events that an alarm recipient is notified of. The contract names 1 and 2 and leaves the combinations open; their
 * numbers are ours.
 */
export const receiveType = choices([
  [1, 'Alarms only', '仅报警'],
  [2, 'All status changes', '所有状态变化'],
  [3, 'Alarms and unlocking', '报警和开锁'],
  [4, 'Alarms and locking', '报警和关锁'],
  [5, 'Alarms, locking and unlocking', '报警、关锁和开锁'],
  [6, 'Unlocking only', '仅开锁'],
  [7, 'Locking only', '仅关锁'],
]);

export type ReceiveType = (typeof receiveType)[number][0];

/** Settings of alarm notification. Each is inherited separately, from the nearest level that sets it. */
export const ALARM_VALUES = [
  'receive_type',
  'language',
  'is_phone_config',
  'phone',
  'is_mail_config',
  'mail_box',
  'is_quiet_config',
  'quiet_time',
] as const;

export type AlarmValue = (typeof ALARM_VALUES)[number];

/** Effective value of a setting, and its source. */
export interface EffectiveValue {
  readonly value: unknown;
  /** 1 the lock, 2 its device type, 3 an organisation, 4 the default. */
  readonly level: 1 | 2 | 3 | 4;
  /** Name of the device type or organisation that set it. */
  readonly type: string | null;
  readonly org: string | null;
  /** Id of that organisation. */
  readonly org_id: number | null;
}

/** Limit of phone numbers that receive an alarm. */
export const ALARM_PHONES = 3;

/** Mainland mobile number: 11 digits, the first 1, the second 3 to 9. */
const mobilePattern = /^1[3-9]\d{9}$/;

/** Splits a comma-separated list of numbers and trims each. An empty text has none. */
export const phonesOf = (text: string): string[] =>
  text.trim() === '' ? [] : text.split(',').map((phone) => phone.trim());

/** True if the text is a list of at most `max` mainland mobile numbers, or empty. */
export const arePhones = (text: string, max = ALARM_PHONES): boolean => {
  const phones = phonesOf(text);
  return phones.length <= max && phones.every((phone) => mobilePattern.test(phone));
};

/** A battery below this percentage is low. The remaining charge lasts for about a week of reports. */
export const LOW_BATTERY = 15;
/**
 * From this percentage the battery is no longer low. The distance to `LOW_BATTERY` prevents repeated alarms when the
 * reading fluctuates.
 */
export const CHARGED_BATTERY = 20;

/** Limit of text messages about one lock per day. */
export const MAX_SMS_PER_DAY = 50;

/** Alarm whose cause persists, or that was just raised. Lock's clock, epoch ms. */
export interface ActiveAlarm {
  /** Time at which it was raised. Identifies its record, together with lock and kind. */
  readonly at: number;
  /** Latest report of it. */
  readonly last: number;
}

/** Active alarms of a lock by key: kind `1011`, of a fence `2002:7`, of another fault in words `9999 sos`. */
export type ActiveAlarms = Readonly<Record<string, ActiveAlarm>>;

/**
 * Returns the time of an alarm that people read, epoch ms: that of the lock, or that of receipt if the lock's clock was
 * ahead. A server may omit the latter.
 */
export const alarmTime = ({
  create_time,
  raise_time,
}: {
  readonly create_time: number;
  readonly raise_time?: number | null;
}): number => Math.min(create_time, raise_time ?? create_time);
