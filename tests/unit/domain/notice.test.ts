import { describe, expect, it } from 'vitest';
import {
  isSubscribed,
  type LockEvent,
  noticeText,
  withSignature,
  zonedTime,
} from '../../../src/domain/notice';

const at = Date.UTC(2026, 10, 22, 12, 37, 24);
const event = (more: Partial<LockEvent> = {}): LockEvent => ({ sn: 'L1', at, status: 2, ...more });

const alarm = event({ alarm: 1008 });
const unlock = event({ action: 1, status: 0 });
const lock = event({ action: 12 });
const change = event({ status: 3 });

describe('isSubscribed', () => {
  it.each([
    [1, 'alarms', [true, false, false, false]],
    [2, 'everything', [true, true, true, true]],
    [3, 'alarms and unlocking', [true, true, false, false]],
    [4, 'alarms and locking', [true, false, true, false]],
    [5, 'alarms, locking and unlocking', [true, true, true, false]],
    [6, 'unlocking', [false, true, false, false]],
    [7, 'locking', [false, false, true, false]],
  ] as const)('the notice type %i includes %s', (type, _, expected) => {
    expect([alarm, unlock, lock, change].map((each) => isSubscribed(type, each))).toEqual(expected);
  });

  it('excludes a fault and an illegal card from lock changes, and treats any alarm as an alarm', () => {
    expect(isSubscribed(6, event({ action: 14 }))).toBe(false);
    expect(isSubscribed(6, event({ action: 5, alarm: 1008 }))).toBe(false);
    expect(isSubscribed(1, event({ action: 5, alarm: 1008 }))).toBe(true);
  });
});

describe('noticeText', () => {
  const around = { name: 'Truck 7', place: '3 km N of Yantian', minutesEast: 480 };
  it.each([
    [alarm, 'en', 'Illegal unlock: Truck 7 (L1), 2026-11-22 20:37 UTC+8, 3 km N of Yantian'],
    [alarm, 'zh', '非法开锁：Truck 7（L1），2026-11-22 20:37 UTC+8，3 km N of Yantian'],
    [unlock, 'en', 'Remote unseal: Truck 7 (L1), 2026-11-22 20:37 UTC+8, 3 km N of Yantian'],
    [change, 'en', 'Abnormal: Truck 7 (L1), 2026-11-22 20:37 UTC+8, 3 km N of Yantian'],
    [
      event({ alarm: 2003, fence: 'Gate 4' }),
      'en',
      'Inside fence: Truck 7 (L1), Gate 4, 2026-11-22 20:37 UTC+8, 3 km N of Yantian',
    ],
  ] as const)('describes an event with its device, time and place', (told, locale, line) => {
    expect(noticeText(told, around, locale)).toBe(line);
  });

  it('omits unknown values', () => {
    const bare = { name: null, place: undefined, minutesEast: 0 };
    expect(noticeText(alarm, bare, 'en')).toBe('Illegal unlock: L1, 2026-11-22 12:37 UTC');
  });
});

it.each([
  ['en', '[Sealdesk] Hello'],
  ['zh', '【Sealdesk】Hello'],
] as const)('signs a message in the form of the language %s', (locale, signed) => {
  expect(withSignature('Sealdesk', 'Hello', locale)).toBe(signed);
});

it.each([
  [0, '2026-11-22 12:37 UTC'],
  [480, '2026-11-22 20:37 UTC+8'],
  [345, '2026-11-22 18:22 UTC+5:45'],
  [-210, '2026-11-22 09:07 UTC-3:30'],
])('shows the UTC offset of %i minutes', (minutes, expected) => {
  expect(zonedTime(at, minutes)).toBe(expected);
});
