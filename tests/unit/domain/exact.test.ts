import { describe, expect, it } from 'vitest';
import {
  compareExact,
  type Exact,
  exactOf,
  exactText,
  fitsDouble,
  minus,
  over,
  plus,
  rounded,
  times,
} from '../../../src/domain/exact';

const exact = (value: unknown): Exact => {
  const number = exactOf(value);
  if (!number) throw new Error(`${value} is no number`);
  return number;
};

describe('an exact number', () => {
  it.each<[unknown, string]>([
    [0, '0'],
    [-12.5, '-12.5'],
    [' +007.50 ', '7.50'],
    ['1.', '1'],
    ['-0.00', '0.00'],
    [1e21, '1000000000000000000000'],
    [1e-7, '0.0000001'],
    ['1.25e1', '12.5'],
    ['1.25E+3', '1250'],
    ['-.5'.replace('.', '0.'), '-0.5'],
    ['123456789012345678901234567890.12', '123456789012345678901234567890.12'],
  ])('%j is %s', (value, text) => {
    expect(exactText(exact(value))).toBe(text);
  });

  it.each([
    '',
    ' ',
    '.',
    '.5',
    '1,5',
    '1 5',
    '0x10',
    '1e',
    '1e1000',
    'NaN',
    Number.NaN,
    Number.POSITIVE_INFINITY,
    null,
    undefined,
    true,
    {},
  ])('%j is none', (value) => {
    expect(exactOf(value)).toBeUndefined();
  });

  it.each<[string, (one: Exact, other: Exact) => Exact | null, string, string | null]>([
    ['0.1', plus, '0.2', '0.3'],
    ['123456789012345.67', plus, '0.005', '123456789012345.675'],
    ['0.3', minus, '0.10', '0.20'],
    ['1', minus, '1.5', '-0.5'],
    ['1.10', times, '-3', '-3.30'],
    ['0.1', times, '0.1', '0.01'],
    ['1', over, '3', '0.3333333333'],
    ['2', over, '3', '0.6666666667'],
    ['-2', over, '3', '-0.6666666667'],
    ['12345678901234567', over, '7', '1763668414462081.0000000000'],
    ['1', over, '0.00', null],
  ])('%s %o %s is %s', (one, work, other, result) => {
    const number = work(exact(one), exact(other));
    expect(number && exactText(number)).toBe(result);
  });

  it.each([
    ['2.5', 0, '3'],
    ['-2.5', 0, '-3'],
    ['2.4999', 0, '2'],
    ['1.005', 2, '1.01'],
    ['-0.004', 2, '0.00'],
    ['1.5', 3, '1.500'],
  ])('%s with %i places is %s', (value, places, text) => {
    expect(exactText(rounded(exact(value), places))).toBe(text);
  });

  it.each([
    ['1.50', '1.5', 0],
    ['9', '10', -1],
    ['-9', '-10', 1],
    ['9007199254740993', '9007199254740992', 1],
  ])('%s compares with %s as %i', (one, other, order) => {
    expect(compareExact(exact(one), exact(other))).toBe(order);
  });

  it.each([
    ['123456789012345', true],
    ['-12345678901234.50', true],
    ['100000000000000000000', true],
    ['1234567890123456', false],
    ['123456789012345.67', false],
  ])('%s fits a double: %s', (value, fits) => {
    expect(fitsDouble(exact(value))).toBe(fits);
  });
});
