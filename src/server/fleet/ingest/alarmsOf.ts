import type { AlarmKind, FaultCode } from '../../../domain/alarm';
import { type CardVerdict, VERDICT } from '../../../domain/card';
import { LOW_BATTERY } from '../../../domain/limits';
import { LOCK, UNSEALING } from '../../../domain/lock';
import type { LockReport } from '../../../domain/report';
import { type DeviceState, isLate, isStatusChange } from './deviceState';

interface Alarm {
  readonly police_type: AlarmKind;
  /** What the lock said was broken; nothing with an alarm that it did not raise itself. */
  readonly fault_code: FaultCode | undefined;
  readonly fault_msg: string | undefined;
}

const ILLEGAL_UNLOCK: AlarmKind = 1008;
const ILLEGAL_CARD: AlarmKind = 2004;
const LOW_CHARGE: AlarmKind = 2001;

const byServer = (police_type: AlarmKind): Alarm => ({
  police_type,
  fault_code: undefined,
  fault_msg: undefined,
});

const hasOpened = (before: DeviceState, report: LockReport): boolean =>
  (report.lock_action !== undefined && UNSEALING.includes(report.lock_action)) ||
  (isStatusChange(before, report) &&
    before.status === LOCK.sealed &&
    (report.lock_status === LOCK.open || report.lock_status === LOCK.closed));

/** A card that no rule allows here: grave when the lock opened for it. */
const bySwipe = (
  before: DeviceState,
  report: LockReport,
  verdict: CardVerdict | undefined,
): Alarm[] => {
  if (verdict === undefined || verdict === VERDICT.allowed) return [];
  const kind = hasOpened(before, report) ? ILLEGAL_UNLOCK : ILLEGAL_CARD;
  return kind === report.police_type ? [] : [byServer(kind)];
};

const byCharge = (before: DeviceState, report: LockReport): Alarm[] => {
  const { electric } = report;
  const wasLow = before.electric !== null && before.electric < LOW_BATTERY;
  const isLow = electric !== undefined && electric < LOW_BATTERY && !isLate(before, report);
  return isLow && !wasLow ? [byServer(LOW_CHARGE)] : [];
};

/**
 * The alarms of a report: the one that the lock raised, one for a card that was not allowed, and a low battery, once,
 * when the charge falls below.
 */
export const alarmsOf = (
  before: DeviceState,
  report: LockReport,
  verdict: CardVerdict | undefined,
): Alarm[] => {
  const { police_type, fault_code, fault_msg } = report;
  const own = police_type === undefined ? [] : [{ police_type, fault_code, fault_msg }];
  return [...own, ...bySwipe(before, report, verdict), ...byCharge(before, report)];
};
