import { expect, test } from 'vitest';
import { isKey, keyFrom } from '../../../src/domain/key';

test.each([
  ['5', 5, '5'],
  [5, 5, '5'],
  ['0', 0, '0'],
  ['007', '007', '007'],
  ['012345678901234', '012345678901234', '012345678901234'],
  ['861234567890123', 861234567890123, '861234567890123'],
  ['9007199254740991', 9007199254740991, '9007199254740991'],
  ['9007199254740993', '9007199254740993', '9007199254740993'],
  ['1790000000000000001', '1790000000000000001', '1790000000000000001'],
  ['1e3', '1e3', '1e3'],
  ['1.0', '1.0', '1.0'],
  ['', '', ''],
  ['AB-1', 'AB-1', 'AB-1'],
  [null, null, null],
])('%o becomes the key %o, and the text key %o', (given, key, text) => {
  expect(keyFrom(given)).toBe(key);
  expect(keyFrom(given, true)).toBe(text);
});

test.each([
  [5, true, true],
  [1.5, false, false],
  [2 ** 53, false, false],
  ['1790000000000000001', true, true],
  ['12345678901234567890', false, true],
  ['AB', false, true],
  [' ', false, false],
  [[5], false, false],
])('%o is a valid key: %o, as text key: %o', (value, number, text) => {
  expect([isKey(value), isKey(value, true)]).toEqual([number, text]);
});
