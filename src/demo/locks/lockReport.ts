import {
  type LockReport,
  type LockState,
  type LockStatus,
  SEALING,
  UNSEALING,
} from '../../domain/lock';
import { randomChance } from '../world/random';

export type ReportReason = LockReport['report_reson'];

/** Parts of a report that concern an event, such as an alarm or a card. */
export type ReportDetails = Partial<LockReport>;

interface LockCondition {
  readonly status: LockStatus;
  /** Firmware after an upgrade; by default the one among the measurements. */
  readonly version?: string;
  readonly measurements: Partial<LockReport>;
}

export const lockReport = (
  ts: number,
  report_reson: ReportReason,
  { status, version, measurements }: LockCondition,
  details: ReportDetails = {},
): LockReport => ({
  ts,
  report_reson,
  lock_status: status,
  lock_state: lockStateOf(details),
  ...measurements,
  ...(version !== undefined && { version }),
  ...details,
});

const BY_ALARM: Readonly<Record<number, LockState>> = { 1008: 4, 1010: 3 };

/** Lock state that matches the details of a report. */
const lockStateOf = ({ lock_action, police_type }: ReportDetails): LockState => {
  const alarmed = police_type === undefined ? undefined : BY_ALARM[police_type];
  if (alarmed !== undefined) return alarmed;
  if (lock_action === undefined) return 0;
  if (UNSEALING.includes(lock_action)) return 1;
  return SEALING.includes(lock_action) ? 2 : 0;
};

/** Details of sealing a tampered lock again by a card. */
export const repairDetails = (seed: number): ReportDetails => ({
  lock_action: 9,
  icc_card_no: String(1_000_000_000 + Math.floor(randomChance(seed, 41) * 9e8)),
});
