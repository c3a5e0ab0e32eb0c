import { choices } from './label';

/** Alarm kinds. 1008 to 1012 are the fault codes of specification section 4; the rest are found by the server, or told by locks of other makers. */
export const alarmKind = choices([
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
]);

export type AlarmKind = (typeof alarmKind)[number][0];

/** Kinds that tell of a geofence. */
export const FENCE_ALARMS: readonly AlarmKind[] = [2002, 2003];

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
  [4, 'Alarms and locking', '报警和上锁'],
  [5, 'Alarms, locking and unlocking', '报警、上锁和开锁'],
  [6, 'Unlocking only', '仅开锁'],
  [7, 'Locking only', '仅上锁'],
]);

export type ReceiveType = (typeof receiveType)[number][0];

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

/** Text messages about one lock in a day, at the most. Specification section 9. */
export const MOST_SMS_PER_DAY = 50;
