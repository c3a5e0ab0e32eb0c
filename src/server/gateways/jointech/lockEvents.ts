import { LOCK, type LockAction, type LockReport, type LockStatus } from '../../../domain/lock';
import { ownValue } from '../../../domain/ownValue';
import { parseBcdTime } from '../bcdTime';
import { isoOf } from './frames';
import { parseDegrees, placeOf, type Spot, spotError } from './spot';
import type { TextEvent, TextFrame } from './textFrames';

/** Causes of an event by their number. 3 is a card that identifies a vehicle and unseals nothing. */
export const SOURCES: Readonly<Record<string, { name: string; action?: LockAction }>> = {
  1: { name: 'authorised card', action: 5 },
  2: { name: 'illegal card', action: 14 },
  3: { name: 'vehicle card' },
  4: { name: 'remote static password', action: 1 },
  5: { name: 'rope put in', action: 8 },
  6: { name: 'remote dynamic password', action: 3 },
  7: { name: 'Bluetooth', action: 4 },
};
const ROPE_IN = '5';
const CARDS = ['1', '2'];
const ILLEGAL_CARD: LockAction = 14;
/** Verification results: refused, and refused outside the fence. */
const REFUSED = ['0', '99'];

/**
 * Decodes a lock event, P45. Fields count from the front: newer firmware adds more at the end. Times are UTC. A
 * refused attempt does not tell the lock status.
 */
export const decodeLockEvent = ({ args }: TextFrame): TextEvent => {
  const [date = '', time = '', lat = '', ns = '', lon = '', ew = '', fixed, speed, course] = args;
  const [source = '', verified = '', card = '', passwordRight, wrong, serial, mileage] =
    args.slice(9);
  const spot: Spot = {
    ts: parseBcdTime(date + time, 'ddmmyy'),
    lat: parseDegrees(lat, ns, 90),
    lon: parseDegrees(lon, ew, 180),
    isValid: fixed === 'A',
    speed: Number(speed),
    course: Number(course),
  };
  const actor = ownValue(SOURCES, source);
  const numbered = /^\d{1,3}$/.test(serial ?? '') ? Number(serial) : undefined;
  const rejected = spotError(spot) ?? (actor ? undefined : `nobody knows the source ${source}`);
  const isRefused = source !== ROPE_IN && REFUSED.includes(verified);
  const cell = (args[18] ?? '').split(':').map(Number);
  const content = {
    kind: 'lockEvent',
    time: isoOf(spot.ts),
    lat: spot.lat,
    lon: spot.lon,
    valid: spot.isValid,
    speed: spot.speed,
    course: spot.course,
    source: Number(source),
    by: actor?.name,
    verified: Number(verified),
    card,
    passwordRight: passwordRight === '1',
    wrongPasswords: Number(wrong ?? 0),
    serial: numbered,
    ...(mileage && { mileage: Number(mileage) }),
    ...(args[17] && { fence: Number(args[17]) }),
  };
  if (rejected !== undefined) return { reports: [], content, serial: numbered, rejected };
  const isIllegal = source === '2' || (source === '1' && isRefused);
  const action = isIllegal ? ILLEGAL_CARD : isRefused ? undefined : actor?.action;
  const report: LockReport = {
    ts: spot.ts ?? Number.NaN,
    report_reson: 1,
    ...statusAfter(source, action),
    ...placeOf(spot),
    ...(action !== undefined && { lock_action: action }),
    ...(isIllegal && { police_type: 2004 as const }),
    ...(CARDS.includes(source) && /^\d{1,20}$/.test(card) && { icc_card_no: card }),
    ...cellOf(cell),
  };
  return { reports: [report], content, serial: numbered };
};

/**
 * The lock holds the rope once it is inserted. After an unseal the rope stays in until a record shows that it was
 * pulled.
 */
const statusAfter = (source: string, action: LockAction | undefined) => {
  const change = (lock_status: LockStatus, lock_state: 1 | 2) => ({ lock_status, lock_state });
  if (source === ROPE_IN) return change(LOCK.sealed, 2);
  return action === undefined || action === ILLEGAL_CARD ? {} : change(LOCK.closed, 1);
};

/** Returns MCC, MNC, LAC and cell id if all four are valid. */
const cellOf = (cell: readonly number[]) => {
  const [mcc = 0, mnc = 0, lac = 0, cid = 0] = cell;
  const isCell = cell.length === 4 && cell.every(Number.isInteger) && mcc > 0;
  return isCell && mcc <= 999 && mnc <= 999 && lac < 2 ** 24 && cid < 2 ** 36
    ? { mcc, mnc, lac, cid }
    : {};
};
