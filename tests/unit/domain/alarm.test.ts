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
])('%o: %s', (text, right) => {
  expect(arePhones(text)).toBe(right);
});

test('takes as many as it is told', () => {
  expect(arePhones('13800138000,13900139000', 1)).toBe(false);
});

test('takes a text apart', () => {
  expect(phonesOf(' 13800138000 , 13900139000')).toEqual(['13800138000', '13900139000']);
  expect(phonesOf('')).toEqual([]);
});
