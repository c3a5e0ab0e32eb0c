import { expect, it } from 'vitest';
import {
  cutTitle,
  ellipsize,
  hasInvisible,
  loginName,
  parseList,
  parseNumbers,
  truncate,
} from '../../../src/domain/text';

it.each<[string, number, string]>([
  ['short', 5, 'short'],
  ['too long', 3, 'too'],
  ['锁🔒🔒', 2, '锁🔒'],
  ['🔒🔒🔒', 3, '🔒🔒🔒'],
  ['🔒🔒🔒🔒', 3, '🔒🔒🔒'],
  ['a🔒🔒🔒', 3, 'a🔒🔒'],
])('%s is cut to %s characters as %s', (text, max, cut) => {
  expect(truncate(text, max)).toBe(cut);
});

it.each<[string, number, string]>([
  ['🔒🔒🔒', 3, '🔒🔒🔒'],
  ['🔒🔒🔒🔒', 3, '🔒🔒…'],
])('%s is cut to %s characters with an ellipsis as %s', (text, max, cut) => {
  expect(ellipsize(text, max)).toBe(cut);
});

it.each([
  ['A1, A2;A3\nA4', ['A1', 'A2', 'A3', 'A4']],
  ['"A1"，A2、A1', ['A1', 'A2', 'A1']],
  ['A\u200b1\ufeff \u202eA2\u00ad', ['A1', 'A2']],
  ['\ufeffA\ufeff1\u0085A2', ['A1', 'A2']],
  ['  \n\u200b', []],
])('splits the list %j into %j', (text, items) => {
  expect(parseList(text)).toEqual(items);
});

it.each([
  ['ＴＲＹ０６，ｔ７', ['TRY06', 't7']],
  ['A\u200b1 锁（2）', ['A1', '锁（2）']],
])('the list %j has the numbers %j', (text, numbers) => {
  expect(parseNumbers(text)).toEqual(numbers);
});

it.each([
  ['Gate 3', false],
  ['می\u200cخواهم', false],
  ['👩\u200d✈\ufe0f', false],
  ['A\tB', false],
  ['har\u200bbour', true],
  ['\u202eAB', true],
  ['AB\u00ad', true],
  ['AB\u3164', true],
  ['A\u0000B', true],
])('finds invisible characters in the name %j: %s', (name, isInvisible) => {
  expect(hasInvisible(name)).toBe(isInvisible);
});

it.each([
  ['harbour', true],
  ['张伟Zhang-1', true],
  ['やまだタロウ山田', true],
  ['김Kim', true],
  ['иван.петров_7', true],
  ['a@b.example', true],
  // Cyrillic а among Latin letters.
  ['h\u0430rbour', false],
  // Greek omicron among Latin letters.
  ['harb\u03bfur', false],
  ['иванπ', false],
  ['김やま', false],
  ['har\u200bbour', false],
  ['har bour', false],
  ['Łódź', true],
  ['straße', true],
  ['İnci', true],
  // Full-width, mathematical and Roman letters, a ligature, the sign of kelvins, full-width digits.
  ['ｈarbour', false],
  ['Ｈarbour', false],
  ['𝐡arbour', false],
  ['𝐇arbour', false],
  ['ⅰvan', false],
  ['ﬁeld', false],
  ['\u212aim', false],
  ['yard１', false],
  ['Nguyễn', true],
  ['Ștefan', true],
  ['नमस्ते', true],
  // Letters with separate accents look like composed ones, and parts of Hangul like syllables.
  ['Jose\u0301', false],
  ['и\u0306од', false],
  ['か\u3099', false],
  ['\u1100\u1161', false],
  ['ا\u0654', false],
  // Dotless i and j, small capitals, phonetic and African letters.
  ['sh\u0131ft', false],
  ['\u0237an', false],
  ['ha\u0280bour', false],
  ['h\u1d00rbour', false],
  ['h\u0251rbour', false],
  ['har\u0185our', false],
  ['harb\u1d0four', false],
  ['\u{a731}hift', false],
])('the login name %s is valid: %s', (name, isValid) => {
  expect(loginName.pattern.test(name)).toBe(isValid);
});

it.each([
  ['Lock history (How: Remote unseal)', 'Lock history (How: Remote unseal)'],
  ['Lock history (How: Remote unseal / RFID)', 'Lock history (How: Remote unseal…)'],
  ['Lock history (How: Remote unsealing today)', 'Lock history (How: Remote…)'],
  [
    '开关锁历史（操作方式）开关锁历史（操作方式）开关锁历史（操作方式）开关锁历史（操作方式）',
    '开关锁历史（操作方式）开关锁历史（操作方式）开关锁历史（操作方式）…',
  ],
  [
    '设备 (机构: 港湾物流、深圳港口、盐田港区、蛇口码头一号泊位区域外围堆场)',
    '设备 (机构: 港湾物流、深圳港口、盐田港区…)',
  ],
  [
    '设备（机构：港湾物流、深圳港口、盐田港区、蛇口码头一号泊位区域外围堆场）',
    '设备（机构：港湾物流、深圳港口、盐田港区…）',
  ],
])('cuts the title %s at a word, and closes its bracket', (title, expected) => {
  const text = cutTitle(title, 34);
  expect(text).toBe(expected);
  expect([...text].length).toBeLessThanOrEqual(34);
});
