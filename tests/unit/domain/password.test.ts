import { describe, expect, it } from 'vitest';
import { newPasswordPattern, unsealPasswordPattern } from '../../../src/domain/password';

describe('newPasswordPattern', () => {
  it.each([
    ['abc123', true],
    ['1234567890ABCDEf', true],
    ['abc12', false],
    ['1234567890ABCDEfg', false],
    ['abcdef', false],
    ['123456', false],
    ['abc 123', false],
    ['abc_123', false],
    ['abc12３', false],
    ['密码abc123', false],
    ['abc123\n', false],
    ['', false],
  ])('%j: %s', (password, expected) => {
    expect(newPasswordPattern.test(password)).toBe(expected);
  });
});

describe('unsealPasswordPattern', () => {
  it.each([
    ['12345612', true],
    ['66666666', true],
    ['1234561', false],
    ['123456123', false],
    ['12345670', false],
    ['12345617', false],
    ['1234561\n', false],
    ['１2345612', false],
  ])('%j: %s', (password, expected) => {
    expect(unsealPasswordPattern.test(password)).toBe(expected);
  });
});
