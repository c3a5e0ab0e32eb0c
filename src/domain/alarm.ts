import { choices } from './choices';

/** Alarm kinds. 1008 to 1012 are the fault codes of specification section 4; the rest are found by the server. */
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
]);

export type AlarmKind = (typeof alarmKind)[number][0];

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
