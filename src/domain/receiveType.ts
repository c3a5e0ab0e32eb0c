import { choices } from './choices';

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
