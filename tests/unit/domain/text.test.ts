import { describe, expect, it } from 'vitest';
import {
  decodeText,
  ellipsize,
  invisibleIn,
  loginName,
  parseList,
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
])('%s is cut to %s characters with a mark as %s', (text, max, cut) => {
  expect(ellipsize(text, max)).toBe(cut);
});

it.each([
  ['A1, A2;A3\nA4', ['A1', 'A2', 'A3', 'A4']],
  ['"A1"，A2、A1', ['A1', 'A2', 'A1']],
  ['A\u200b1\ufeff \u202eA2\u00ad', ['A1', 'A2']],
  ['  \n\u200b', []],
])('the list %j has the items %j', (text, items) => {
  expect(parseList(text)).toEqual(items);
});

it.each([
  ['Gate 3', undefined],
  ['می\u200cخواهم', undefined],
  ['👩\u200d✈\ufe0f', undefined],
  ['har\u200bbour', '\u200b'],
  ['\u202eAB', '\u202e'],
  ['AB\u00ad', '\u00ad'],
  ['AB\u3164', '\u3164'],
  ['A\u0000B', '\u0000'],
  ['A\tB', undefined],
])('the name %j has the invisible character %j', (name, character) => {
  expect(invisibleIn(name)).toBe(character);
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
])('the login name %s is valid: %s', (name, isValid) => {
  expect(loginName.pattern.test(name)).toBe(isValid);
});

describe('a file is decoded', () => {
  const ascii = (text: string) => Array.from(text, (character) => character.charCodeAt(0));
  const declared = (encoding: string) => ascii(`<?xml version="1.0" encoding="${encoding}"?>`);
  const GBK = [0xb2, 0xe2];

  it.each<[string, readonly number[], string]>([
    ['as UTF-8', [0xe6, 0xb5, 0x8b], '测'],
    ['as UTF-8 without its mark', [0xef, 0xbb, 0xbf, 0x41], 'A'],
    ['as UTF-16 by its mark', [0xff, 0xfe, 0x4b, 0x6d], '测'],
    ['as big-endian UTF-16 by its mark', [0xfe, 0xff, 0x6d, 0x4b], '测'],
    ['as GB18030 if it is no UTF-8', GBK, '测'],
    ['as GB18030 with four bytes', [...GBK, 0x81, 0x30, 0x81, 0x30], '测\u0080'],
    [
      'by its XML declaration',
      [...declared('Shift_JIS'), 0x83, 0x65],
      `${String.fromCharCode(...declared('Shift_JIS'))}テ`,
    ],
    [
      'as UTF-8 if it declares UTF-16 in ASCII',
      [...declared('utf-16'), 0x41],
      `${String.fromCharCode(...declared('utf-16'))}A`,
    ],
    ['as UTF-16 by the start of its declaration', [0x3c, 0, 0x3f, 0, 0x41, 0], '<?A'],
  ])('%s', (_, bytes, text) => {
    expect(decodeText(new Uint8Array(bytes))).toBe(text);
  });

  it.each<[string, readonly number[]]>([
    ['neither UTF-8 nor GB18030', [0x41, 0xff, 0x41]],
    ['not in the declared encoding', [...declared('utf-8'), ...GBK]],
    ['in an unknown declared encoding', [...declared('klingon'), 0x41]],
    ['UTF-16 without a mark', [0x41, 0, 0x42, 0]],
    ['cut within a character', [0xef, 0xbb, 0xbf, 0xe6, 0xb5]],
  ])('only if it is text: it is refused if it is %s', (_, bytes) => {
    expect(() => decodeText(new Uint8Array(bytes))).toThrow(/./);
  });
});
