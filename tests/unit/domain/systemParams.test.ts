import { describe, expect, it } from 'vitest';
import {
  complaintAboutParam,
  isWebLink,
  systemParamValues,
} from '../../../src/domain/systemParams';

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
  ])('%s: %s', (text, expected) => expect(isWebLink(text)).toBe(expected));
});

describe('complaintAboutParam', () => {
  it.each([
    ['app_ios', '', true],
    ['app_android', 'ftp://example.com', false],
    ['fence_max_points', '3', true],
    ['fence_max_points', '2', false],
    ['fence_max_points', '1e2', false],
    ['record_keep_days', '30', false],
    ['their_own', 'anything', true],
    ['toString', 'anything', true],
  ])('%s = %j is fine: %s', (name, text, fine) =>
    expect(complaintAboutParam(name, text) === undefined).toBe(fine),
  );
});

describe('systemParamValues', () => {
  it('are the initial ones where a text is missing or impossible', () => {
    expect(
      systemParamValues({ fence_max_points: ' 8 ', command_wait_hours: 'x', app_ios: null }),
    ).toEqual({
      app_ios: '',
      app_android: '',
      fence_max_points: 8,
      command_wait_hours: 24,
      record_keep_days: 365,
    });
  });
});
