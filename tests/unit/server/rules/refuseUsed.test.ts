import { expect, it } from 'vitest';
import { CallError } from '../../../../src/server/calls/endpoint';
import { nameSample, refuseIfReferenced } from '../../../../src/server/rules/refuseUsed';

it.each([
  [['A', 'B'], 0, 'A, B', 'A, B'],
  [[['Add', '新增'], 'B'] as const, 0, 'Add, B', '新增, B'],
  [['A'], 3, 'A and 3 more', 'A等，另有 3 项'],
  [
    ['1', '2', '3', '4', '5', '6', '7'],
    0,
    '1, 2, 3, 4, 5 and 2 more',
    '1, 2, 3, 4, 5等，另有 2 项',
  ],
  [[], 4, '4', '4'],
] as const)('summarises %j and %i more as %s', (names, more, en, zh) => {
  expect(nameSample(names, more)).toEqual([en, zh]);
});

it('refuses to remove a referenced record only', () => {
  const kind = ['Operators', '操作员'] as const;
  expect(() => refuseIfReferenced([{ kind, names: [] }])).not.toThrow();
  expect(() =>
    refuseIfReferenced([
      { kind, names: [] },
      { kind, names: ['Li'], unseen: 1 },
    ]),
  ).toThrow(
    new CallError('conflict', [
      'Still in use by Operators: Li and 1 more.',
      '仍被以下数据使用：操作员：Li等，另有 1 项。',
    ]),
  );
});
