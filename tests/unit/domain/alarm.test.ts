import { expect, test } from 'vitest';
import { arePhones, phonesOf } from '../../../src/domain/alarm';

test.each([
  ['', true],
  ['  ', true],
  ['13800138000', true],
  ['13800138000, 13900139000', true],
  ['13800138000,13900139000,15000150000', true],
  ['13800138000,13900139000,15000150000,18800188000', false],
  ['02112345678', false],
  ['+8613800138000', false],
  ['13800138000;13900139000', false],
  [',13800138000', false],
])('phone list %o is valid: %s', (text, right) => {
  expect(arePhones(text)).toBe(right);
});

test('limits the number of phones', () => {
  expect(arePhones('13800138000,13900139000', 1)).toBe(false);
});

test('splits a text into phone numbers', () => {
  expect(phonesOf(' 13800138000 , 13900139000')).toEqual(['13800138000', '13900139000']);
  expect(phonesOf('')).toEqual([]);
});
