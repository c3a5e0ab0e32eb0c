import type { AlarmKind, FaultCode } from './alarm';
import type { LockAction, LockState, LockStatus, PositionType, ReportType } from './lock';

/**
 * What a lock sends up, as JSON on `seal/v1/{sn}/up/report`. Names are the wire's. Only `ts`, `report_reson` and
 * `lock_status` are always there; a report without a position keeps the last known one.
 */
export interface LockReport {
  /** Device time, ms since 1970. */
  ts: number;
  report_reson: ReportType;
  lock_status: LockStatus;
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

/** A lock's answer to a command, as JSON on `seal/v1/{sn}/up/ack`. Code 0 is done, anything else a refusal. */
export interface LockReply {
  id: string;
  code: number;
  msg?: string;
}
