import { expect, test } from 'vitest';
import { relativeTime } from '../../../src/domain/figures';
import { batteryLevel } from '../../../src/fields/battery/view';
import { fileAddress, fileName } from '../../../src/fields/contexts';
import { durationText } from '../../../src/fields/duration/view';
import { rangeText } from '../../../src/fields/filters';
import { jsonText, typedJson } from '../../../src/fields/json/view';
import { typedFrom, typedValue } from '../../../src/fields/lngLat/view';
import { titleIn } from '../../../src/fields/ref/schema';

const MINUTE = 60_000;

test.each([
  [-20_000, 'now', '刚刚'],
  [20_000, 'now', '刚刚'],
  [-MINUTE, '1 minute ago', '1分钟前'],
  [-59.9 * MINUTE, '59 minutes ago', '59分钟前'],
  [-90 * MINUTE, '1 hour ago', '1小时前'],
  [-25 * 60 * MINUTE, '1 day ago', '1天前'],
  [-45 * 24 * 60 * MINUTE, '1 month ago', '1个月前'],
  [-800 * 24 * 60 * MINUTE, '2 years ago', '2年前'],
  [3 * 60 * MINUTE, 'in 3 hours', '3小时后'],
])('%d ms from now is %s', (offset, en, zh) => {
  const now = 1_790_000_000_000;
  expect(relativeTime(now + offset, now, 'en')).toBe(en);
  expect(relativeTime(now + offset, now, 'zh')).toBe(zh);
});

test.each([
  [0, 'ms', '0 ms', '0 毫秒'],
  [830, 'ms', '830 ms', '830 毫秒'],
  [3300, 'ms', '3.3 s', '3.3 秒'],
  [59_990, 'ms', '60 s', '60 秒'],
  [65, 's', '1 min 5 s', '1 分 5 秒'],
  [60, 's', '1 min', '1 分'],
  [3725, 's', '1 h 2 min', '1 小时 2 分'],
  [1440, 'min', '1 d', '1 天'],
  [1501, 'min', '1 d 1 h', '1 天 1 小时'],
] as const)('%d %s lasts %s', (value, unit, en, zh) => {
  expect(durationText(value, unit, 'en')).toBe(en);
  expect(durationText(value, unit, 'zh')).toBe(zh);
});

test.each([
  [0, 'error'],
  [20, 'error'],
  [21, 'warning'],
  [40, 'warning'],
  [41, 'success'],
])('a battery of %d %% is %s', (percent, level) => {
  expect(batteryLevel(percent, 20)).toBe(level);
});

test.each([
  ['2', '5', '2 – 5'],
  ['2', '2', '2'],
  ['2', undefined, '≥ 2'],
  [undefined, '5', '≤ 5'],
  [undefined, undefined, ''],
])('from %s to %s', (from, to, said) => {
  expect(rangeText(from, to)).toBe(said);
});

test.each([
  ['https://files.example', 'a/b.png', 'https://files.example/a/b.png'],
  ['https://files.example', '/a/b.png', 'https://files.example/a/b.png'],
  ['', 'a.png', '/a.png'],
  ['https://files.example', 'HTTPS://cdn.example/a.png', 'HTTPS://cdn.example/a.png'],
  ['https://files.example', 'javascript:alert(1)', 'https://files.example/javascript:alert(1)'],
])('the address of a file under %s: %s', (base, path, address) => {
  expect(fileAddress(base, path)).toBe(address);
});

test('a file is known by the end of its path', () => {
  expect(fileName('firmware/2026/lock.bin')).toBe('lock.bin');
});

test.each([
  [{ a: 1 }, '{\n  "a": 1\n}'],
  ['{"a":1}', '{\n  "a": 1\n}'],
  ['plain', 'plain'],
])('%o laid out', (value, text) => {
  expect(jsonText(value, 2)).toBe(text);
});

test('typed JSON is its value, anything else stays text', () => {
  expect(typedJson('{"a":1}')).toEqual({ a: 1 });
  expect(typedJson('{"a":')).toBe('{"a":');
});

test.each([
  [{ lat: '', lon: ' ' }, null],
  [
    { lat: '31.2', lon: '121.4' },
    { lat: 31.2, lon: 121.4 },
  ],
  [
    { lat: '31.2', lon: '' },
    { lat: 31.2, lon: '' },
  ],
])('the typed place %o', (typed, value) => {
  expect(typedValue(typed)).toEqual(value);
});

test('a place is typed as it is', () => {
  expect(typedFrom({ lat: 31.2, lon: 121.4 })).toEqual({ lat: '31.2', lon: '121.4' });
  expect(typedFrom('nowhere')).toEqual({ lat: '', lon: '' });
});

test.each([
  [{ org_name: 'A' }, 'org_name', 'A'],
  [{ org_name: 'A' }, undefined, 'A'],
  [{ org_name: '' }, undefined, undefined],
  [{ title: 'B' }, 'title', 'B'],
  [undefined, undefined, undefined],
])('the title that %o brings by %s', (record, via, title) => {
  expect(titleIn(record, via, 'org_id')).toBe(title);
});
