import { faultWords } from '../../../domain/fault';
import { LOCK, type LockReport } from '../../../domain/lock';
import { ownValue } from '../../../domain/ownValue';
import { lockStatusOf } from '../protocolFamily';
import { hasBit, type Location, type LockFields, type Tlv, tlvOf } from './location';

/** Report fields of an event: by letter in the 2018 dialect, by number in the later one. */
type EventFields = Omit<LockFields, 'positionSource' | 'content'> & {
  /** True if the text after the event is a card number. */
  readonly isCard?: boolean;
};

const MOTOR_STUCK = {
  report_reson: 1,
  lock_status: LOCK.abnormal,
  lock_action: 6,
  police_type: 1009,
  fault_code: 1006,
  motorResult: 'stuck',
} as const;
const OPENED_WHILE_SEALED = {
  report_reson: 1,
  lock_status: LOCK.abnormal,
  police_type: 1008,
} as const;
const byCard = (lock_action: 5 | 9 | 13 | 14) =>
  ({ report_reson: 1, lock_action, isCard: true }) as const;
const fault = (fault_msg: string) => ({ fault_code: 9999, fault_msg }) as const;
const SEALED_REMOTELY = { report_reson: 1, lock_action: 12 } as const;
const UNSEALED_REMOTELY = { report_reson: 1, lock_action: 1 } as const;

/** Reasons in TLV 33, by the manufacturer's platform of 2018. */
const OLD_REASONS: Readonly<Record<string, EventFields>> = {
  0: { report_reson: 0 },
  1: { report_reson: 9 },
  3: { report_reson: 3 },
  4: byCard(9),
  5: byCard(5),
  6: SEALED_REMOTELY,
  7: UNSEALED_REMOTELY,
  8: { police_type: 2001 },
  9: byCard(14),
  A: byCard(14),
  B: byCard(9),
  C: byCard(5),
  D: { report_reson: 1, lock_action: 2 },
  E: byCard(13),
  F: { ...SEALED_REMOTELY, motorResult: 'seal' },
  G: { ...UNSEALED_REMOTELY, motorResult: 'unseal' },
  H: byCard(14),
  I: byCard(14),
  J: byCard(9),
  K: byCard(5),
  L: { report_reson: 1, police_type: 1008, fault_msg: faultWords.childLockOpened[0] },
  M: { report_reson: 1, police_type: 1010, fault_msg: faultWords.childLockBroken[0] },
  N: fault(faultWords.childLockLost[0]),
  P: byCard(14),
  Q: byCard(14),
  R: { report_reson: 1, lock_action: 7 },
  S: { report_reson: 1, lock_action: 8 },
};

/** Events in TLV 60, by the later firmware. Fences and child locks have ranges of numbers. */
export const NEW_EVENTS: Readonly<Record<number, EventFields>> = {
  0: { report_reson: 9 },
  1: { report_reson: 9 },
  2: { report_reson: 1, lock_action: 8 },
  3: byCard(9),
  4: byCard(5),
  5: { report_reson: 1, lock_action: 10 },
  6: { report_reson: 1, lock_action: 4 },
  7: { ...SEALED_REMOTELY, motorResult: 'seal' },
  8: { ...UNSEALED_REMOTELY, motorResult: 'unseal' },
  9: SEALED_REMOTELY,
  10: UNSEALED_REMOTELY,
  11: byCard(14),
  12: byCard(14),
  13: byCard(14),
  14: byCard(14),
  15: OPENED_WHILE_SEALED,
  16: { police_type: 1010 },
  17: { report_reson: 1, police_type: 1008 },
  18: { police_type: 2001 },
  19: { police_type: 2005 },
  20: fault(faultWords.autoSealTimedOut[0]),
  21: { report_reson: 3 },
  22: { report_reson: 3 },
  23: { police_type: 2001 },
  24: MOTOR_STUCK,
  25: MOTOR_STUCK,
  29: { lock_state: 6 },
  30: { lock_state: 6 },
  31: { lock_state: 6 },
  34: { report_reson: 1, lock_action: 2 },
  35: { report_reson: 1, lock_action: 10 },
  36: { report_reson: 1, lock_action: 4 },
  38: { report_reson: 1, lock_action: 3 },
  161: { police_type: 1012 },
};

/** `*M00,<length>,` reserved, sealed, centivolts, tampered, reason, operator `&` child locks `&` user `#`. */
const OLD_TEXT = /^\*M\d\d,\d{1,3},(.)([01])(\d{3})(.)(.)([^&#]*)(?:&(\d{0,12}))?/;

const CARD_NUMBER = /^\d{8,10}$/;

/** Returns the report fields of an event. @param text card number, if the event is about a card */
const meaningOf = (fields: EventFields | undefined, text: string) => {
  const { isCard, ...meaning } = fields ?? {};
  return { ...(isCard && CARD_NUMBER.test(text) && { icc_card_no: text }), ...meaning };
};

/** Decodes the lock state of the 2018 dialect, which does not tell if an unsealed shackle is closed. */
export const decodeHhd2018 = ({ tlvs }: Location): LockFields => {
  const text = tlvOf(tlvs, 0x33)?.toString('latin1') ?? '';
  const [, , sealed, volts, tampered, reason = '', operator = '', subLocks] =
    OLD_TEXT.exec(text) ?? [];
  const cells = oldCellOf(tlvOf(tlvs, 0x35));
  if (sealed === undefined) return cells;
  // The tamper switch also reports when the housing closes again.
  const fields: EventFields | undefined =
    reason === '2'
      ? tampered === '0'
        ? {}
        : { report_reson: 1, police_type: 1010 }
      : ownValue(OLD_REASONS, reason);
  return {
    lock_status: sealed === '1' ? LOCK.sealed : LOCK.closed,
    voltage: Number(volts) / 100,
    ...cells,
    ...meaningOf(fields, operator),
    content: { reason, operator, subLocks },
  };
};

type Cell = Pick<LockReport, 'mcc' | 'mnc' | 'lac' | 'cid'> & Pick<LockFields, 'positionSource'>;

/**
 * Decodes MCC, then of the first base station: signal, MNC, cell id, LAC. In a capture of 2018 neighbouring stations
 * share the last value, so it is the LAC.
 */
const oldCellOf = (value: Buffer | undefined): Cell => {
  if (value === undefined || value.length < 9) return {};
  return {
    positionSource: 'base station',
    mcc: value.readUInt16BE(0),
    mnc: value.readUInt16BE(3),
    cid: value.readUInt16BE(5),
    lac: value.readUInt16BE(7),
  };
};

/** Decodes MCC, then of the first base station: signal, MNC, LAC, cell id of four bytes. */
const newCellOf = (value: Buffer | undefined): Cell => {
  if (value === undefined || value.length < 11) return {};
  return {
    mcc: value.readUInt16BE(0),
    mnc: value.readUInt16BE(3),
    lac: value.readUInt16BE(5),
    cid: value.readUInt32BE(7),
  };
};

const SEALED = 14;
const SHACKLE_CLOSED = 15;
const CHARGING = 16;

const FIRST_SUB_LOCK_EVENT = 0x51;
const LAST_SUB_LOCK_EVENT = 0x6c;

/** Decodes the lock state of the later firmware. */
export const decodeHhd = ({ status, tlvs }: Location): LockFields => {
  const event = eventOf(tlvOf(tlvs, 0x60));
  const battery = tlvOf(tlvs, 0x68);
  const volts = tlvOf(tlvs, 0x69);
  const has = (id: number): boolean => tlvOf(tlvs, id) !== undefined;
  return {
    lock_status: lockStatusOf(hasBit(status, SHACKLE_CLOSED), hasBit(status, SEALED)),
    ...(hasBit(status, CHARGING) ? { lock_state: 6 } : {}),
    ...(battery?.length === 1 && (battery[0] ?? 101) <= 100 ? { electric: battery[0] } : {}),
    ...(volts?.length === 2 ? { voltage: volts.readUInt16BE(0) / 100 } : {}),
    ...newCellOf(tlvOf(tlvs, 0x66)),
    ...(has(0x65) || has(0x66)
      ? { positionSource: 'base station' }
      : has(0x50)
        ? { positionSource: 'WiFi' }
        : {}),
    ...event,
    ...childrenIn(tlvs),
    content: { ...event.content, subLocks: subLocksOf(tlvs) },
  };
};

const eventOf = (value: Buffer | undefined): LockFields => {
  if (value === undefined || value.length < 3) return {};
  const number = value.readUInt16BE(0);
  const isAlarm = value[2] === 1;
  const isOfSubLock = number >= FIRST_SUB_LOCK_EVENT && number <= LAST_SUB_LOCK_EVENT;
  const subLock = isOfSubLock ? value.toString('hex', 3, 9) : undefined;
  const text = value.toString('latin1', isOfSubLock ? 9 : 3).replaceAll(/\p{Cc}/gu, '');
  const fields = NEW_EVENTS[number];
  const event = number.toString(16).padStart(4, '0');
  return {
    ...meaningOf(fields, text),
    // The events of child locks are not published. Report at least that it is an alarm.
    ...(isOfSubLock && isAlarm ? fault(`Child lock ${subLock}, event ${event}`) : {}),
    content: { event, isAlarm, subLock, operator: text },
  };
};

const SUB_LOCK = 11;

/** The meaning of the shackle's byte is not published. */
const childrenIn = (tlvs: readonly Tlv[]): Pick<LockFields, 'children'> => {
  const children = (subLocksOf(tlvs) ?? []).map(({ id, voltage, isSealed }) => ({
    sn: id,
    voltage,
    status: isSealed ? LOCK.sealed : LOCK.closed,
  }));
  return children.length > 0 ? { children } : {};
};

const subLocksOf = (tlvs: readonly Tlv[]) => {
  const value = tlvOf(tlvs, 0x63);
  if (value === undefined) return undefined;
  return Array.from({ length: Math.floor(value.length / SUB_LOCK) }, (_, i) => {
    const entry = value.subarray(i * SUB_LOCK, (i + 1) * SUB_LOCK);
    return {
      id: entry.toString('hex', 0, 6),
      voltage: entry.readUInt16BE(6) / 1000,
      isSealed: entry[8] === 0x31,
      shackle: entry.readUInt8(9),
      rssi: entry.readUInt8(10),
    };
  });
};
