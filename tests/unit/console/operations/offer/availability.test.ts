import { describe, expect, it } from 'vitest';
import { command, entity, f } from '../../../../../src/config';
import {
  operationOf,
  operationsOn,
  sharedReason,
} from '../../../../../src/console/operations/offer/availability';

const gate = entity('gate', ['Gate', '门'], {
  fields: { sn: f.text(['SN', '设备号']) },
  commands: {
    open: command(['Open', '开']),
    rename: command(['Rename', '改名'], { on: 'row' }),
    sweep: command(['Sweep', '清扫'], { on: 'bulk' }),
  },
});
const plain = entity('plain', ['Plain', '无'], { fields: { sn: f.text(['SN', '设备号']) } });

describe('the operations', () => {
  it.each([
    ['row', ['open', 'rename']],
    ['bulk', ['open', 'sweep']],
  ] as const)('for a %s are the declared ones', (place, codes) => {
    expect(operationsOn(gate.commands, place).map(({ code }) => code)).toEqual(codes);
  });

  it('are empty if none is declared', () => {
    expect(operationsOn(plain.commands, 'row')).toEqual([]);
  });

  it('are found by code, and an undeclared code is refused', () => {
    expect(operationOf(gate.commands, 'open').label).toEqual(['Open', '开']);
    expect(() => operationOf(gate.commands, 'close')).toThrow(
      'There is no close among open, rename, sweep',
    );
  });
});

it.each([
  ['no reason while one is possible', [null, 'Already unsealed'], ''],
  ['one common reason', ['Not lent.', 'Not lent.'], 'Not lent.'],
  [
    'both reasons',
    ['Not supported. Seal it by hand.', 'Open'],
    'Not supported. Seal it by hand · Open',
  ],
])('shows why buttons are disabled: %s', (_, reasons, line) => {
  expect(sharedReason(reasons.map((reason) => ({ reason })))).toBe(line);
});
