import type { LiveDevice } from '../../../domain/live';
import { STATES, slotOf } from './states';

/** What a group needs to know of a device, in one byte: the slot of its state, then two flags. */
export type Mark = number;

const SLOT_BITS = 0b111;
const ALARM = 0b1000;
const ONLINE = 0b10000;

if (STATES.length > SLOT_BITS + 1) throw new Error('more lock states than a mark can hold');

export const markOf = (device: LiveDevice): Mark =>
  slotOf(device.status) |
  (device.alarms > 0 ? ALARM : 0) |
  (device.communicate_status === 1 ? ONLINE : 0);

export const slotOfMark = (mark: Mark): number => mark & SLOT_BITS;
export const hasAlarm = (mark: Mark): boolean => (mark & ALARM) !== 0;
export const isOnline = (mark: Mark): boolean => (mark & ONLINE) !== 0;
