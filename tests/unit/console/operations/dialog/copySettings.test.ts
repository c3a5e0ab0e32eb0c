import { expect, it } from 'vitest';
import {
  copyableSettings,
  excludedLocks,
} from '../../../../../src/console/operations/dialog/copySettings';
import type { LockSettingState } from '../../../../../src/console/operations/dialog/lockSettings';
import { settingOf } from '../../../../../src/fields';
import { device } from '../../../../../src/resources';

const row = (sn: string, code: string, known: object | null) =>
  ({ sn, code, known }) as unknown as LockSettingState;

it.each([
  ['vibration', { value: 5 }, { value: 5 }, { value: 7 }, ['B', 'C'], 1, 1],
  ['vibration', { value: 5 }, null, null, ['A', 'B', 'C'], 0, 0],
  ['addCards', { cards: ['X'] }, { cards: ['Y', 'X'] }, { cards: [] }, ['B', 'C'], 1, 1],
  ['setChildLocks', { locks: [] }, { locks: [] }, { locks: ['L'] }, ['B', 'C'], 1, 1],
])(
  'copying %s %j addresses locks with another or an unknown value',
  (code, values, ofA, ofB, to, differ, same) => {
    const setting = settingOf(device.commands, code);
    if (!setting) throw new Error(`${code} is no setting`);
    const lockStates = [row('A', code, ofA), row('B', code, ofB), row('C', 'other', values)];
    const copy = copyableSettings(device as never, setting, values, ['A', 'B', 'C'], lockStates);
    expect([copy.to, copy.differ, copy.same]).toEqual([to, differ, same]);
  },
);

const check = (same: string[], ...refused: [why: string, ...sns: string[]][]) => ({
  sns: [],
  offline: 0,
  same,
  outside: [],
  twice: [],
  refused: refused.map(([why, ...sns]) => ({ why, sns })),
  typed: false,
  second: false,
  code: false,
  hours: 24,
});

it('lists locks once that take no setting, and others under each setting', () => {
  const checks = [
    { label: 'Vibration', check: check(['A'], ['not there', 'X'], ['not supported', 'N']) },
    { label: 'APN', check: check(['A', 'B'], ['not there', 'X', 'Y']) },
  ];
  expect(excludedLocks(checks, (label, why) => `${label}: ${why}`)).toMatchObject({
    same: ['A', 'B'],
    refused: [
      { why: 'not there', sns: ['X'] },
      { why: 'APN: not there', sns: ['Y'] },
      { why: 'Vibration: not supported', sns: ['N'] },
    ],
  });
  expect(excludedLocks([], (label) => label).refused).toEqual([]);
});
