import { describe, expect, it } from 'vitest';
import {
  isWebLink,
  newPasswordPattern,
  paramError,
  systemParamValues,
  unsealPasswordPattern,
} from '../../../src/domain/system';

describe('isWebLink', () => {
  it.each([
    ['https://example.com/app', true],
    ['http://10.0.0.1:8080/a.apk?x=1', true],
    ['HTTPS://EXAMPLE.COM', true],
    ['javascript:alert(1)', false],
    [' javascript:alert(1)', false],
    ['data:text/html,x', false],
    ['//example.com', false],
    ['/app', false],
    ['example.com', false],
    ['', false],
  ])('accepts %s: %s', (text, expected) => expect(isWebLink(text)).toBe(expected));
});

describe('paramError', () => {
  it.each([
    ['app_ios', '', true],
    ['app_android', 'ftp://example.com', false],
    ['fence_max_points', '3', true],
    ['fence_max_points', '2', false],
    ['fence_max_points', '1e2', false],
    ['record_keep_days', '30', false],
    ['shift_hours', '06:00/14:00/22:00', true],
    ['shift_hours', '25:00', false],
    ['time_zone', 'America/St_Johns', true],
    ['time_zone', '', true],
    ['time_zone', 'Mars/Phobos', false],
    ['time_zone', '+08:00', false],
    ['track_max_minutes', '1440', true],
    ['track_max_minutes', '0', false],
    ['their_own', 'anything', true],
    ['toString', 'anything', true],
  ])('accepts %s = %j: %s', (name, text, fine) =>
    expect(paramError(name, text) === undefined).toBe(fine),
  );
});

describe('systemParamValues', () => {
  it('uses the default if a text is missing or invalid', () => {
    expect(
      systemParamValues({ fence_max_points: ' 8 ', command_wait_hours: 'x', app_ios: null }),
    ).toEqual({
      app_ios: '',
      app_android: '',
      shift_hours: '08:00/20:00',
      time_zone: '',
      fence_max_points: 8,
      command_wait_hours: 24,
      command_typed_from: 20,
      command_second_person: 0,
      record_keep_days: 365,
      upload_quota_mb: 1000,
      track_max_minutes: 30,
    });
  });
});

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
  ])('accepts %j: %s', (password, expected) => {
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
  ])('accepts %j: %s', (password, expected) => {
    expect(unsealPasswordPattern.test(password)).toBe(expected);
  });
});
