import { describe, expect, it } from 'vitest';
import { splitRecords, unmetFields } from '../../../../src/console/offers/splitRecords';
import { unmetReason } from '../../../../src/console/offers/unmetReason';
import { device } from '../../../../src/resources';
import { seal, unseal, vibration } from '../../../../src/resources/commands';

const sealed = { sn: 'A', status: 2 };
const open = { sn: 'B', status: 1 };
const abnormal = { sn: 'C', status: 3 };
const unknown = { sn: 'D' };

describe('splitRecords', () => {
  it.each([
    ['seal', seal, ['C', 'D'], ['A', 'B']],
    ['unseal', unseal, ['A', 'C', 'D'], ['B']],
    ['vibration', vibration, ['A', 'B', 'C', 'D'], []],
  ] as const)('%s', (_, command, able, blocked) => {
    const split = splitRecords(command, [sealed, open, abnormal, unknown]);
    expect(split.able.map(({ sn }) => sn)).toEqual(able);
    expect(split.blocked.map(({ record }) => record.sn)).toEqual(blocked);
    expect(split.blocked.every(({ fields }) => fields.join() === 'status')).toBe(true);
  });

  it('leaves a field that the view does not carry to the server', () => {
    expect(unmetFields(seal, unknown)).toEqual([]);
  });
});

describe('unmetReason', () => {
  it.each([
    ['en', 'Lock status', 'Sealed', 'Unsealed, lock closed / Abnormal / Initial'],
    ['zh', '锁状态', '施封', '解封（锁闭合）、异常、初始'],
  ] as const)('in %s', (locale, field, value, allowed) => {
    expect(unmetReason(device, seal, 'status', 2, locale)).toEqual({ field, value, allowed });
  });
});
