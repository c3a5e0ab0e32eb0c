import type { AlarmKind, FaultCode } from '../../../domain/alarm';
import { LOW_BATTERY } from '../../../domain/limits';
import type { LockReport } from '../../../domain/report';
import { type DeviceState, isLate } from './deviceState';

interface Alarm {
  readonly police_type: AlarmKind;
  readonly fault_code?: FaultCode;
}

/** The alarms of a report: the one that the lock raised, and a low battery, once, when the charge falls below. */
export const alarmsOf = (before: DeviceState, report: LockReport): Alarm[] => {
  const { police_type, fault_code, electric } = report;
  const alarms: Alarm[] = police_type === undefined ? [] : [{ police_type, fault_code }];
  const wasLow = before.electric !== null && before.electric < LOW_BATTERY;
  const isLow = electric !== undefined && electric < LOW_BATTERY && !isLate(before, report);
  return isLow && !wasLow ? [...alarms, { police_type: 2001 }] : alarms;
};
