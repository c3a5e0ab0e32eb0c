import { describe, expect, it } from 'vitest';
import { consecutiveNumbers, remainingNumbers } from '../../../../src/server/rules/batch';

describe('consecutiveNumbers', () => {
  it.each([
    ['A098', 3, ['A098', 'A099', 'A100']],
    ['7', 2, ['7', '8']],
    ['L9-0001', 2, ['L9-0001', 'L9-0002']],
    ['锁 008', 2, ['锁 008', '锁 009']],
    ['90071992547409929999', 1, ['90071992547409929999']],
    ['A00000000000000000000009', 2, ['A00000000000000000000009', 'A00000000000000000000010']],
  ])('counts up from %s for %i numbers', (first, amount, numbers) => {
    expect(consecutiveNumbers(first, amount)).toEqual(numbers);
  });
});

describe('remainingNumbers', () => {
  it.each([
    ['A98', 2n],
    ['A00', 100n],
    ['9', 1n],
    ['X90071992547409929999', 9928007452590070001n],
  ])('counts the numbers left from %s', (first, left) => {
    expect(remainingNumbers(first)).toBe(left);
  });
});

it('refuses a number that does not end in a digit', () => {
  expect(() => consecutiveNumbers('AB', 1)).toThrow(TypeError);
});
