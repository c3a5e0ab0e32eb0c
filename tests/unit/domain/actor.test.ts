import { expect, test } from 'vitest';
import { actorOf, type LockEventFields } from '../../../src/domain/actor';
import { lockAction } from '../../../src/domain/lock';

const card = { icc_card_no: '2026000001' };
const named = { ...card, icc_card_name: 'Guard 1' };

test.each<[LockEventFields, string, string]>([
  [{ lock_action: 1, operate_source: 1, operate_name: 'Chen Hao' }, 'Chen Hao', 'Chen Hao'],
  [
    { lock_action: 1, operate_source: 2, operate_name: 'Wuhan' },
    'Regional rule Wuhan',
    '区域刷卡规则 Wuhan',
  ],
  [
    { lock_action: 12, operate_source: 3, operate_name: 'Night' },
    'Schedule Night',
    '定时任务 Night',
  ],
  [{ lock_action: 12, operate_name: null }, 'Remote, not from this console', '远程（非本平台）'],
  [{ lock_action: 2 }, 'Password', '密码'],
  [{ lock_action: 3 }, 'Password', '密码'],
  [{ lock_action: 4 }, 'Bluetooth key', '蓝牙钥匙'],
  [{ lock_action: 5, ...named }, 'Guard 1 · 2026000001', 'Guard 1 · 2026000001'],
  [{ lock_action: 5, ...card }, 'Card 2026000001', '卡 2026000001'],
  [{ lock_action: 5 }, 'Not reported', '未上报'],
  [{ lock_action: 6, fault_code: 1006 }, 'Lock (motor fault)', '锁（电机故障）'],
  [{ lock_action: 6, fault_code: 1004 }, 'Lock (GPS fault)', '锁（GPS故障）'],
  [{ lock_action: 6 }, 'Lock', '锁'],
  [{ lock_action: 7 }, 'Lock, automatically', '锁自动'],
  [
    { lock_action: 7, operate_source: 2, operate_name: 'Port' },
    'Regional rule Port',
    '区域刷卡规则 Port',
  ],
  [{ lock_action: 8 }, 'Lock, automatically', '锁自动'],
  [{ lock_action: 9, ...named }, 'Guard 1 · 2026000001', 'Guard 1 · 2026000001'],
  [{ lock_action: 10 }, 'Bluetooth key', '蓝牙钥匙'],
  [{ lock_action: 11 }, 'Password', '密码'],
  [{ lock_action: 13, ...card }, 'Card 2026000001', '卡 2026000001'],
  [{ lock_action: 13 }, 'Authorised, by whom not reported', '授权（未上报人员）'],
  [
    { lock_action: 14, icc_card_no: '7000000001', card_verdict: 2 },
    'Card 7000000001 (unknown card)',
    '卡 7000000001（未知卡）',
  ],
  [{ lock_action: 14, ...card }, 'Card 2026000001 (illegal card)', '卡 2026000001（非法卡）'],
  [{ lock_status: 1 }, 'On site', '现场'],
  [{ lock_action: null, lock_status: 0 }, 'On site', '现场'],
  [{ lock_status: 3 }, 'Not reported', '未上报'],
])('%j has the actor %s', (event, en, zh) => {
  expect(actorOf(event)).toEqual([en, zh]);
});

test('each action has an actor in both languages', () => {
  for (const [action] of lockAction) {
    expect(actorOf({ lock_action: action }).every((text) => text !== '')).toBe(true);
  }
});
