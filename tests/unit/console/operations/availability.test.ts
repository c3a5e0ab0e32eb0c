import { describe, expect, it } from 'vitest';
import { command, entity, f } from '../../../../src/config';
import {
  deniedMessage,
  operationOf,
  operationsOn,
  splitRecords,
  unmetFields,
  unmetParts,
} from '../../../../src/console/operations/availability';
import { commandBatch, device } from '../../../../src/resources';
import { seal, unseal, vibration } from '../../../../src/resources/commands';

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
  ] as const)('for %s', (place, codes) => {
    expect(operationsOn(gate.commands, place).map(({ code }) => code)).toEqual(codes);
  });

  it('are none where nothing is declared', () => {
    expect(operationsOn(plain.commands, 'row')).toEqual([]);
  });

  it('finds one by its code and refuses one that is not declared', () => {
    expect(operationOf(gate.commands, 'open').label).toEqual(['Open', '开']);
    expect(() => operationOf(gate.commands, 'close')).toThrow(
      'There is no close among open, rename, sweep',
    );
  });
});

const sealed = { sn: 'A', status: 2 };
const open = { sn: 'B', status: 1 };
const abnormal = { sn: 'C', status: 3 };
const unknown = { sn: 'D' };
const reader = { operId: 7 };

describe('splitRecords', () => {
  it.each([
    ['seal', seal, ['C', 'D'], ['A', 'B']],
    ['unseal', unseal, ['A', 'C', 'D'], ['B']],
    ['vibration', vibration, ['A', 'B', 'C', 'D'], []],
  ] as const)('%s', (_, command, able, blocked) => {
    const split = splitRecords(command, [sealed, open, abnormal, unknown], reader);
    expect(split.able.map(({ sn }) => sn)).toEqual(able);
    expect(split.blocked.map(({ record }) => record.sn)).toEqual(blocked);
    expect(split.blocked.every(({ fields }) => fields.join() === 'status')).toBe(true);
  });

  it('leaves a field that the view does not carry to the server', () => {
    expect(unmetFields(seal, unknown, reader)).toEqual([]);
  });
});

describe('what a second person has to do', () => {
  const { confirm } = commandBatch.actions;

  it.each([
    ['is not for who asked for it', { state: 'unconfirmed', oper_id: 7 }, ['oper_id']],
    ['is for any other operator', { state: 'unconfirmed', oper_id: 8 }, []],
    ['is over for all of them', { state: 'done', oper_id: 7 }, ['oper_id', 'state']],
    ['is left to a server that does not tell who asked', { state: 'unconfirmed' }, []],
  ])('%s', (_, batch, fields) => {
    expect(unmetFields(confirm, batch, reader)).toEqual(fields);
  });
});

describe('what goes on only where there is something left', () => {
  const { advance, stop } = commandBatch.actions;

  it.each([
    ['locks of a further wave', { planned: 2, unsent: 2 }, [], []],
    ['locks that sleep, and no wave', { planned: 0, unsent: 1 }, ['planned'], []],
    ['nothing but what is with the locks', { planned: 0, unsent: 0 }, ['planned'], ['unsent']],
  ])('%s', (_, batch, noWave, noStop) => {
    const record = { state: 'running', ...batch };
    expect(unmetFields(advance, record, reader)).toEqual(noWave);
    expect(unmetFields(stop, record, reader)).toEqual(noStop);
  });
});

describe('unmetReason', () => {
  it.each([
    ['en', 'Lock status', 'Sealed (lock closed)', 'Unsealed (lock closed) / Abnormal / Initial'],
    ['zh', '锁状态', '已施封（锁闭合）', '已解封（锁闭合）、异常、初始'],
  ] as const)('in %s', (locale, field, value, allowed) => {
    expect(unmetParts(device, seal, 'status', 2, locale)).toEqual({ field, value, allowed });
  });

  it.each([
    ['en', 'In further waves', 'more than 0'],
    ['zh', '后续批次', '大于 0'],
  ] as const)('of a number in %s', (locale, field, allowed) => {
    const { advance } = commandBatch.actions;
    const reason = { field, value: '0', allowed };
    expect(unmetParts(commandBatch, advance, 'planned', 0, locale)).toEqual(reason);
  });
});

describe('a command that the protocol of a lock lacks', () => {
  const { seal: byProtocol } = device.commands;
  const rowOf = (protocol: number) => ({ sn: 'A', status: 0, protocol });

  it.each([
    ['MQTT', 0, []],
    ['Jointech, which seals itself', 1, ['protocol']],
    ['JT/T 808 of HHD', 2, []],
    ['JT/T 808 of others', 3, ['protocol']],
  ])('of %s', (_, protocol, fields) => {
    expect(unmetFields(byProtocol, rowOf(protocol), reader)).toEqual(fields);
  });

  it.each([
    ['en', 'Not supported by this lock: it is sealed by hand only'],
    ['zh', '该设备不支持此指令：只能现场施封'],
  ] as const)('is greyed, and says why in %s, whatever else speaks against it', (locale, text) => {
    const fields = unmetFields(byProtocol, { ...rowOf(1), status: 2 }, reader);
    expect(fields).toEqual(['protocol', 'status']);
    expect(deniedMessage(byProtocol, fields, locale)).toBe(text);
    expect(deniedMessage(byProtocol, ['status'], locale)).toBeUndefined();
  });
});
