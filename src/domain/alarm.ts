import { choices } from './label';

/**
 * Alarm kinds. Those below 2000 and 9999 are the fault codes of specification section 4; the rest are found by the
 * server, or told by locks of other makers.
 */
export const alarmKind = choices([
  [1001, 'IC reader fault', 'IC读卡器故障'],
  [1002, 'Network fault', '网络故障'],
  [1003, 'Bluetooth fault', '蓝牙故障'],
  [1004, 'GPS fault', 'GPS故障'],
  [1005, 'Hall detection fault', '霍尔检测故障'],
  [1006, 'Motor fault', '电机故障'],
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
  [9999, 'Other fault', '其他故障'],
]);

export type AlarmKind = (typeof alarmKind)[number][0];

/** Kinds that tell of a geofence. */
export const FENCE_ALARMS: readonly AlarmKind[] = [2002, 2003];

/** How grave an alarm is: the first comes first. */
export const alarmSeverity = choices(
  [
    [1, 'Critical', '紧急'],
    [2, 'Major', '重要'],
    [3, 'Minor', '一般'],
  ],
  { 1: 'error', 2: 'warning', 3: 'info' },
);

export type AlarmSeverity = (typeof alarmSeverity)[number][0];

/** What is told even in quiet hours, and told first. */
export const CRITICAL: AlarmSeverity = 1;

/** How grave each kind is until an organisation says otherwise. */
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

/** Who says how grave a kind of alarm is to an organisation. */
export const gradeOrigin = choices([
  [1, 'Its own', '本机构设置'],
  [2, 'Inherited', '沿用上级'],
  [3, 'Default', '默认'],
]);

/** How somebody is told of an alarm besides the count at the bell, by how grave it is. */
export const NOTIFICATION_LEVELS: Readonly<
  Record<AlarmSeverity, { readonly popup: boolean; readonly voice: boolean }>
> = {
  1: { popup: true, voice: true },
  2: { popup: true, voice: false },
  3: { popup: false, voice: false },
};

/** What showed that the reason of an alarm is over. */
export const clearedHow = choices([
  [1, 'Sealed again', '重新施封'],
  [2, 'Normal again', '恢复正常'],
  [3, 'Lock works again', '锁恢复正常'],
  [4, 'Drives again', '恢复行驶'],
  [5, 'Charged', '电量恢复'],
  [6, 'Back in the geofence', '返回围栏'],
  [7, 'Left the geofence', '离开围栏'],
  [8, 'Card read again', '读卡恢复'],
  [9, 'Connected again', '网络恢复'],
  [10, 'Bluetooth used again', '蓝牙恢复'],
  [11, 'Position found again', '定位恢复'],
]);

export type ClearedHow = (typeof clearedHow)[number][0];

/**
 * What ends each kind by itself. Vibration, a card and a password are over as they happen: nothing that a lock reports
 * later takes them back.
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

/** What a row of an alarm's history tells. */
export const alarmEvent = choices(
  [
    ['taken', 'Taken', '受理'],
    ['assigned', 'Assigned', '指派'],
    ['processed', 'Processed', '处理'],
    ['cleared', 'Cleared by itself', '自动消除'],
    ['escalated', 'Escalated', '升级通知'],
  ],
  { escalated: 'warning', cleared: 'success', processed: 'success' },
);

/** Whether somebody has dealt with an alarm. */
export const alarmState = choices(
  [
    [0, 'Unprocessed', '未处理'],
    [1, 'Processed', '已处理'],
  ],
  { 0: 'error', 1: 'success' },
);

/** Fault codes of the lock itself. Specification section 4. */
export const faultCode = choices([
  [1001, 'IC reader fault', 'IC读卡器故障'],
  [1002, 'Network fault', '网络故障'],
  [1003, 'Bluetooth fault', '蓝牙故障'],
  [1004, 'GPS fault', 'GPS故障'],
  [1005, 'Hall detection fault', '霍尔检测故障'],
  [1006, 'Motor fault', '电机故障'],
  [9999, 'Other fault', '其他故障'],
]);

export type FaultCode = (typeof faultCode)[number][0];

/** What of a lock is told to whoever receives its alarms. Specification section 4 leaves the list open; design section 6. */
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

/** What is set of whom to tell of alarms: each value by itself, by the nearest that says anything of it. */
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

/** A value that counts, and who set it. */
export interface EffectiveValue {
  readonly value: unknown;
  /** 1 the lock's own, 2 of its type, 3 of an organisation, 4 what is usual where nobody says anything. */
  readonly level: 1 | 2 | 3 | 4;
  /** Names: of the type, and of the organisation that set it for its locks. */
  readonly type: string | null;
  readonly org: string | null;
}

/** Phones an alarm is sent to at the most. Specification section 9. */
export const ALARM_PHONES = 3;

/** A mainland mobile number: 11 digits, the first 1, the second 3 to 9. */
const mobilePattern = /^1[3-9]\d{9}$/;

/** The numbers of a text that separates them by English commas; none for an empty text. Blanks around are not part. */
export const phonesOf = (text: string): string[] =>
  text.trim() === '' ? [] : text.split(',').map((phone) => phone.trim());

/** Whether a text holds at most `max` mainland mobile numbers, or nothing. Specification section 5. */
export const arePhones = (text: string, max = ALARM_PHONES): boolean => {
  const phones = phonesOf(text);
  return phones.length <= max && phones.every((phone) => mobilePattern.test(phone));
};

/** Percent below which a lock's battery is low: the charge left lasts for about a week of reports. */
export const LOW_BATTERY = 15;
/** Percent from which it is not low any more: a reading that wavers about the limit is one alarm. */
export const CHARGED_BATTERY = 20;

/** Text messages about one lock in a day, at the most. Specification section 9. */
export const MAX_SMS_PER_DAY = 50;
