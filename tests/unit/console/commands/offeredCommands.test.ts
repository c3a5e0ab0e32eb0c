import { describe, expect, it } from 'vitest';
import { command, entity, f } from '../../../../src/config';
import { commandOf, offeredCommands } from '../../../../src/console/commands/offeredCommands';

const gate = entity('gate', ['Gate', '门'], {
  fields: { sn: f.text(['SN', '设备号']) },
  commands: {
    open: command(['Open', '开']),
    rename: command(['Rename', '改名'], { on: 'row' }),
    sweep: command(['Sweep', '清扫'], { on: 'bulk' }),
  },
});
const plain = entity('plain', ['Plain', '无'], { fields: { sn: f.text(['SN', '设备号']) } });

describe('offeredCommands', () => {
  it.each([
    ['row', ['open', 'rename']],
    ['bulk', ['open', 'sweep']],
  ] as const)('for %s', (place, codes) => {
    expect(offeredCommands(gate, place).map(({ code }) => code)).toEqual(codes);
  });

  it('offers nothing where nothing is declared', () => {
    expect(offeredCommands(plain, 'row')).toEqual([]);
  });

  it('finds a command by its code and refuses one that is not declared', () => {
    expect(commandOf(gate, 'open').label).toEqual(['Open', '开']);
    expect(() => commandOf(gate, 'close')).toThrow('gate has no command close');
  });
});
