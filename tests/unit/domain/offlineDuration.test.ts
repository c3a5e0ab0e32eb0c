import { describe, expect, it } from 'vitest';
import { offlineDuration, offlineText } from '../../../src/domain/offlineDuration';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

describe('offlineDuration', () => {
  it.each([[-HOUR], [0], [6 * SECOND], [Number.NaN]])('says nothing for %d ms', (silence) => {
    expect(offlineDuration(silence)).toBeNull();
  });

  it.each([
    [6 * SECOND + 1, 1, 'minutes'],
    [MINUTE - 1, 1, 'minutes'],
    [2 * MINUTE - 1, 1, 'minutes'],
    [2 * MINUTE, 2, 'minutes'],
    [HOUR - 1, 59, 'minutes'],
    [HOUR, 1, 'hours'],
    [DAY - 1, 23, 'hours'],
    [DAY, 1, 'days'],
    [400 * DAY, 400, 'days'],
  ] as const)('%d ms is %d %s', (silence, count, unit) => {
    expect(offlineDuration(silence)).toEqual({ count, unit });
  });
});

describe('offlineText', () => {
  it.each([
    [6 * SECOND, 'en', null],
    [3 * HOUR, 'en', '3 h'],
    [3 * HOUR, 'zh', '3 小时'],
    [59 * MINUTE, 'en', '59 min'],
    [2 * DAY, 'zh', '2 天'],
  ] as const)('%d ms in %s is %s', (silence, locale, text) => {
    expect(offlineText(silence, locale)).toBe(text);
  });
});
