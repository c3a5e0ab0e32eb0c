import type { Label } from './label';

/**
 * Words for what a lock reports by a code of its protocol. Messages and records hold the English text, and readers see
 * their own language.
 */
export const faultWords = {
  childLockOpened: ['Child lock opened', '子锁被打开'],
  childLockBroken: ['Child lock broken', '子锁被破坏'],
  childLockLost: ['Child lock lost', '子锁丢失'],
  autoSealTimedOut: ['Auto seal timed out', '自动施封超时'],
  ropeCut: ['Rope cut', '锁绳被剪断'],
  coverOpened: ['Back cover opened', '后盖被打开'],
  ownGeofence: ['Geofence in the lock', '锁内围栏'],
} as const satisfies Readonly<Record<string, Label>>;
