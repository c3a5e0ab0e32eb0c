import { describe, expect, it } from 'vitest';
import { command, entity, f } from '../../../../src/config';
import { offered, offeringOf } from '../../../../src/console/offers/offered';

const gate = entity('gate', ['Gate', '门'], {
  fields: { sn: f.text(['SN', '设备号']) },
  commands: {
    open: command(['Open', '开']),
    rename: command(['Rename', '改名'], { on: 'row' }),
    sweep: command(['Sweep', '清扫'], { on: 'bulk' }),
  },
});
const plain = entity('plain', ['Plain', '无'], { fields: { sn: f.text(['SN', '设备号']) } });

describe('offered', () => {
  it.each([
    ['row', ['open', 'rename']],
    ['bulk', ['open', 'sweep']],
  ] as const)('for %s', (place, codes) => {
    expect(offered(gate.commands, place).map(({ code }) => code)).toEqual(codes);
  });

  it('offers nothing where nothing is declared', () => {
    expect(offered(plain.commands, 'row')).toEqual([]);
  });

  it('finds one by its code and refuses one that is not declared', () => {
    expect(offeringOf(gate.commands, 'open').label).toEqual(['Open', '开']);
    expect(() => offeringOf(gate.commands, 'close')).toThrow(
      'There is no close among open, rename, sweep',
    );
  });
});
