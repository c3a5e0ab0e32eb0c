import { describe, expect, it } from 'vitest';
import { decodeText } from '../../../src/domain/decodeText';

describe('decodeText', () => {
  const ascii = (text: string) => Array.from(text, (character) => character.charCodeAt(0));
  const declared = (encoding: string) => ascii(`<?xml version="1.0" encoding="${encoding}"?>`);
  const GBK = [0xb2, 0xe2];

  it.each<[string, readonly number[], string]>([
    ['as UTF-8', [0xe6, 0xb5, 0x8b], '测'],
    ['as UTF-8 without its mark', [0xef, 0xbb, 0xbf, 0x41], 'A'],
    ['as UTF-16 by its mark', [0xff, 0xfe, 0x4b, 0x6d], '测'],
    ['as big-endian UTF-16 by its mark', [0xfe, 0xff, 0x6d, 0x4b], '测'],
    ['as GB18030 if it is not UTF-8', GBK, '测'],
    ['as GB18030 without its mark', [0x84, 0x31, 0x95, 0x33, ...GBK], '测'],
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
    ['as UTF-16 by the first bytes of its declaration', [0x3c, 0, 0x3f, 0, 0x41, 0], '<?A'],
  ])('decodes a file %s', (_, bytes, text) => {
    expect(decodeText(new Uint8Array(bytes))).toBe(text);
  });

  it.each<[string, readonly number[]]>([
    ['neither UTF-8 nor GB18030', [0x41, 0xff, 0x41]],
    ['not in the declared encoding', [...declared('utf-8'), ...GBK]],
    ['in an unknown declared encoding', [...declared('klingon'), 0x41]],
    ['UTF-16 without a mark', [0x41, 0, 0x42, 0]],
    ['cut within a character', [0xef, 0xbb, 0xbf, 0xe6, 0xb5]],
  ])('refuses a file that is %s', (_, bytes) => {
    expect(() => decodeText(new Uint8Array(bytes))).toThrow(/./);
  });
});
