import { describe, expect, it } from 'vitest';
import { shortNumber } from '../../../src/domain/shortNumber';

describe('a number that fits a tile', () => {
  it.each([
    [0, 0, '0'],
    [999, 0, '999'],
    [1000, 0, '1k'],
    [1499, 0, '1k'],
    [1500, 0, '2k'],
    [10_000, 0, '10k'],
    [1_234_567, 1, '1.2M'],
    [1_234_567, 2, '1.23M'],
    [1_500_000, 2, '1.5M'],
    [100.456, 1, '100.456'],
    [999_999, 0, '1M'],
    [999_999, 1, '1M'],
    [999_949, 1, '999.9k'],
    [2_500_000_000, 1, '2.5G'],
    [3e12, 1, '3T'],
    [-5000, 1, '-5k'],
    [1e21, 0, '1000E'],
    [Number.NaN, 1, ''],
  ])('%d with %d digits is %s', (value, digits, text) => {
    expect(shortNumber(value, digits)).toBe(text);
  });
});
