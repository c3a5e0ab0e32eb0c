import { describe, expect, it } from 'vitest';
import { createLockSettings } from '../../../../src/demo/locks/lockSettings';
import { settingsIn } from '../../../../src/fields';
import { parseReportedSetting } from '../../../../src/fields/reportedSetting';
import { commands } from '../../../../src/resources/commands';

const born = (kept?: Parameters<typeof createLockSettings>[2]) =>
  createLockSettings('SD2600001', 7, kept);
const numbers = (count: number) => Array.from({ length: count }, (_, i) => String(5000 + i));

describe('the settings of a simulated lock', () => {
  it('contain each declared setting with a valid value', () => {
    const { values = {} } = born().apply({ cmd: 'readSettings', args: {} }) ?? {};
    const settings = settingsIn(commands);
    expect(Object.keys(values).sort()).toEqual(settings.map(({ code }) => code).sort());
    for (const setting of settings) {
      expect([setting.code, parseReportedSetting(setting, values[setting.code])]).toEqual([
        setting.code,
        values[setting.code],
      ]);
    }
  });

  it('return set values without secrets, until a reset', () => {
    const lock = born();
    const first = lock.apply({ cmd: 'readSettings', args: {} });
    lock.apply({ cmd: 'vibration', args: { value: 13 } });
    lock.apply({ cmd: 'unsealPassword', args: { password: '66666666' } });
    const answer = lock.apply({ cmd: 'readSettings', args: {} });
    expect(answer?.values).toMatchObject({
      vibration: { value: 13 },
      unsealPassword: { password: true },
    });
    expect(JSON.stringify(answer)).not.toContain('66666666');
    expect(lock.apply({ cmd: 'factoryReset', args: { control: 3 } })).toEqual({ code: 0 });
    expect(lock.apply({ cmd: 'readSettings', args: {} })).toEqual(first);
  });

  it('come from earlier settings if there are any', () => {
    const { values } =
      born({ vibration: { value: 1 } }).apply({ cmd: 'readSettings', args: {} }) ?? {};
    expect(values).toMatchObject({ vibration: { value: 1 }, timeZone: { minutes: 480 } });
  });

  it('hold up to 32 cards and 20 child locks', () => {
    const lock = born();
    const tell = (cmd: string, args: object) => lock.apply({ cmd, args: { ...args } });
    expect(tell('addCards', { cards: numbers(32) })).toEqual({ code: 0 });
    expect(tell('addCards', { cards: ['AAAA'] })).toEqual({
      code: 4,
      msg: 'No room for more than 32',
    });
    expect(tell('addCards', { cards: ['5000'] })).toEqual({ code: 0 });
    expect(tell('removeCards', { cards: numbers(31) })).toEqual({ code: 0 });
    expect(tell('readCards', {})).toEqual({ code: 0, values: { addCards: { cards: ['5031'] } } });
    expect([lock.knows('5031'), lock.knows('5000')]).toEqual([true, false]);
    expect(tell('clearCards', {})).toEqual({ code: 0 });
    expect(lock.cards()).toEqual([]);
    expect(tell('setChildLocks', { locks: numbers(21) })?.code).toBe(4);
    tell('setChildLocks', { locks: ['C1'] });
    expect(tell('readChildLocks', {})?.values).toEqual({ setChildLocks: { locks: ['C1'] } });
  });

  it('ignore other commands', () => {
    expect(born().apply({ cmd: 'seal', args: {} })).toBeUndefined();
  });
});
