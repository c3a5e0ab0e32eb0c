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

/**
 * Words for what a gateway answers to a command in place of a lock. Tickets hold the English text, and readers see their
 * own language.
 */
export const answerWords = {
  refused: ['The lock refused', '设备拒绝执行'],
  wrongPassword: [
    'The lock refused, because its present password is another one',
    '原密码不符，设备拒绝执行',
  ],
  unsupported: ['The lock does not support it', '设备不支持该操作'],
  otherValue: ['The lock has kept another value', '设备保留了其他值'],
  lowBattery: ['The battery is too low for an upgrade', '电量过低，无法升级'],
  silent: ['The lock has not spoken on this connection', '设备尚未在此连接上通讯'],
  motorStuck: ['The motor is stuck', '电机卡住'],
  upgradeFailed: ['The upgrade failed', '升级失败'],
  upgradeCancelled: ['The upgrade was cancelled at the lock', '设备取消了升级'],
  nothing: ['Nothing to be done', '无需执行'],
} as const satisfies Readonly<Record<string, Label>>;
