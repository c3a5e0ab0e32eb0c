import { describe, expect, it, test } from 'vitest';
import {
  equalSettings,
  isUnsecured,
  maskSecrets,
  resetsSettings,
  settingOf,
  settingsAfter,
  settingsIn,
  settingText,
} from '../../../src/fields';
import { parseReportedSetting } from '../../../src/fields/reportedSetting';
import { commands } from '../../../src/resources/commands';

const setting = (code: string) => {
  const effect = settingOf(commands, code);
  if (!effect) throw new Error(`${code} changes no setting`);
  return effect;
};

test('each setting belongs to the command that changes it', () => {
  expect(settingsIn(commands).map(({ code }) => code)).toEqual(
    `unsealPassword unsealEnable autoSeal vibration parkingAlarm timeZone managementMode serverAddress apn
    bluetoothName bluetoothKey bluetoothSwitch addCards setChildLocks`.split(/\s+/),
  );
  expect(['removeCards', 'clearCards'].map((code) => setting(code).code)).toEqual([
    'addCards',
    'addCards',
  ]);
  expect(settingOf(commands, 'restart')).toBeUndefined();
  expect(Object.keys(commands).filter((code) => resetsSettings(commands, code))).toEqual([
    'factoryReset',
  ]);
});

it.each([
  ['vibration', { value: 5 }, undefined, { value: 5 }],
  ['vibration', { value: 5 }, { value: 1 }, { value: 5 }],
  ['apn', { apn: 'a', user: null }, { apn: 'b', user: 'c' }, { apn: 'a' }],
  ['restart', { control: 1 }, undefined, undefined],
  ['addCards', { cards: ['A'] }, undefined, undefined],
  ['addCards', { cards: ['B', 'A'] }, { cards: ['A'] }, { cards: ['A', 'B'] }],
  ['removeCards', { cards: ['A'] }, undefined, undefined],
  ['removeCards', { cards: ['A'] }, { cards: ['A', 'B'] }, { cards: ['B'] }],
  ['clearCards', {}, undefined, { cards: [] }],
  ['setChildLocks', { locks: [] }, { locks: ['C'] }, { locks: [] }],
])('after %s %j, a lock with %j has %j', (code, args, before, after) => {
  expect(settingsAfter(commands, code, args, before)).toEqual(after);
});

describe('a reported setting', () => {
  it.each([
    ['vibration', { value: 5, more: 1 }, { value: 5 }],
    ['vibration', { value: '5' }, { value: 5 }],
    ['timeZone', { minutes: '480' }, { minutes: 480 }],
    ['bluetoothSwitch', { on: false }, { on: false }],
    ['bluetoothName', { name: '12' }, { name: '12' }],
    ['addCards', { cards: [] }, { cards: [] }],
    ['setChildLocks', { locks: ['C-1'] }, { locks: ['C-1'] }],
    ['unsealPassword', { password: '12345612' }, { password: true }],
    ['unsealPassword', { password: false }, {}],
    ['apn', { apn: 'a', password: 'b' }, { apn: 'a', password: true }],
  ])('%s with %j is read as %j', (code, reported, values) => {
    expect(parseReportedSetting(setting(code), reported)).toEqual(values);
  });

  it.each([
    ['vibration', { value: 16 }],
    ['vibration', { value: 'five' }],
    ['vibration', {}],
    ['vibration', { value: [5] }],
    ['vibration', 5],
    ['vibration', [5]],
    ['vibration', null],
    ['addCards', { cards: 'A' }],
    ['addCards', { cards: ['x y'] }],
    ['addCards', { cards: Array.from({ length: 33 }, (_, i) => String(1000 + i)) }],
    ['bluetoothSwitch', { on: 'maybe' }],
  ])('%s with %j is refused', (code, reported) => {
    expect(parseReportedSetting(setting(code), reported)).toBeUndefined();
  });
});

test('ignores secrets and the order of lists when it compares settings', () => {
  const { fields: cards } = setting('addCards');
  expect(equalSettings(cards, { cards: ['A', 'B'] }, { cards: ['B', 'A'] })).toBe(true);
  expect(equalSettings(cards, { cards: ['A'] }, { cards: [] })).toBe(false);
  const { fields: apn } = setting('apn');
  expect(equalSettings(apn, { apn: 'a', user: null }, { apn: 'a', password: true })).toBe(true);
  expect(equalSettings(apn, { apn: 'a', user: 'u' }, { apn: 'a' })).toBe(false);
});

test('masks a secret, and does not copy a setting that has one', () => {
  const { fields } = setting('apn');
  const masked = maskSecrets(fields, { apn: 'cmiot', user: 'u', password: 'hush', other: 1 });
  expect(masked).toEqual({ apn: 'cmiot', user: 'u', password: true });
  expect([isUnsecured(fields, masked), isUnsecured(fields, { apn: 'cmiot' })]).toEqual([
    false,
    true,
  ]);
  expect(settingText(fields, masked, 'en')).toBe('cmiot · User name u · Password Set');
  expect(settingText(fields, masked, 'zh')).toBe('cmiot · 用户名 u · 密码 已设置');
});

it.each([
  ['vibration', { value: 5 }, '5', '5'],
  ['parkingAlarm', { minutes: 60 }, '60 min', '60 分钟'],
  ['timeZone', { minutes: -210 }, 'UTC-03:30', 'UTC-03:30'],
  ['addCards', { cards: ['A1', 'B2'] }, 'A1, B2', 'A1, B2'],
  ['addCards', { cards: [] }, 'None', '无'],
  ['managementMode', { mode: 0 }, 'Exit', '退出'],
  ['serverAddress', { host: 'a.b', port: 80 }, 'a.b · Port 80', 'a.b · 端口 80'],
])('shows %s %j as %s / %s', (code, values, en, zh) => {
  const { fields } = setting(code);
  expect([settingText(fields, values, 'en'), settingText(fields, values, 'zh')]).toEqual([en, zh]);
});
