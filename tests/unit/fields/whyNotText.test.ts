import { describe, expect, it } from 'vitest';
import { type Attempt, type Reason, type Row, whyNot } from '../../../src/config';
import { whyNotText } from '../../../src/fields';
import { commandBatch, device } from '../../../src/resources';

const seal = { command: 'seal' };
const unmet = (...fields: string[]): Reason => ({ kind: 'unmet', fields });

describe('whyNotText', () => {
  it.each<[string, Attempt, Row, Reason, string, string]>([
    [
      'a value',
      seal,
      { status: 2 },
      unmet('status'),
      'Lock status is “Sealed (lock closed)”. It must be Unsealed (lock closed) or Abnormal or Initial.',
      '锁状态为“已施封（锁闭合）”，可用条件：已解封（锁闭合） 或 异常 或 初始',
    ],
    [
      'a declared reason before others',
      seal,
      { status: 2, protocol: 1 },
      { ...unmet('protocol', 'status'), message: ['By hand', '人工'] } as Reason,
      'By hand',
      '人工',
    ],
    [
      'a reserved command',
      seal,
      {},
      { kind: 'superior' },
      'Only a superior organisation can change this',
      '仅上级机构可修改此项',
    ],
    [
      'a seal permission',
      seal,
      {},
      { kind: 'notLent' },
      'Your organisation has no permission to do this with this lock.',
      '贵机构未被授权对该设备执行此操作。',
    ],
    [
      'a locked record',
      { verb: 'delete' },
      {},
      { kind: 'locked', message: ['Own account', '本人账号'] },
      'Own account',
      '本人账号',
    ],
  ])('explains %s', (_, attempt, record, reason, en, zh) => {
    expect(whyNotText(device, attempt, { record, reason }, 'en')).toBe(en);
    expect(whyNotText(device, attempt, { record, reason }, 'zh')).toBe(zh);
  });

  it.each([
    ['seal', 1, 'Close the lock first, then seal it', '请先关闭锁，再施封'],
    ['unseal', 1, 'Already unsealed', '已解封'],
    ['seal', 2, 'Already sealed', '已施封'],
    ['unseal', 255, 'The lock has not reported its status yet', '设备尚未上报锁状态'],
  ])(
    'explains why %s is impossible with status %i in the operator’s words',
    (command, status, en, zh) => {
      const record = { status, protocol: 0 };
      const reader = { operId: 1, orgId: 1, hasSuperior: false };
      const reason = whyNot(device, { command }, record, reader) as Reason;
      expect(whyNotText(device, { command }, { record, reason }, 'en')).toBe(en);
      expect(whyNotText(device, { command }, { record, reason }, 'zh')).toBe(zh);
    },
  );

  it('explains a number in one sentence, and several values in one sentence each', () => {
    const record = { state: 'done', planned: 0 };
    const explain = (...fields: string[]) =>
      whyNotText(commandBatch, { action: 'advance' }, { record, reason: unmet(...fields) }, 'en');
    const [planned, state] = [explain('planned'), explain('state')];
    expect(planned).toBe('In later waves is “0”. It must be more than 0.');
    expect(explain('planned', 'state')).toBe(`${planned} ${state}`);
  });
});
