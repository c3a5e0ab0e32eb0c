import { describe, expect, it } from 'vitest';
import { parseTime } from '../../../../../src/server/tools/track/parseTime';

describe('parseTime', () => {
  it.each([
    ['2008-12-11 04:42:14+00', Date.UTC(2008, 11, 11, 4, 42, 14)],
    ['2019-02-18T07:45:50Z', Date.UTC(2019, 1, 18, 7, 45, 50)],
    ['2019-02-18T07:45:50.250Z', Date.UTC(2019, 1, 18, 7, 45, 50, 250)],
    ['2019-02-18T07:45:50', Date.UTC(2019, 1, 18, 7, 45, 50)],
    ['2019-02-18 07:45', Date.UTC(2019, 1, 18, 7, 45)],
    ['2019-02-18 07:45:50 UTC', Date.UTC(2019, 1, 18, 7, 45, 50)],
    ['2019-02-18T07:45:50+0530', Date.UTC(2019, 1, 18, 2, 15, 50)],
    [' 2019-02-18T07:45:50-08:00 ', Date.UTC(2019, 1, 18, 15, 45, 50)],
    ['1550475950', 1_550_475_950_000],
    ['1550475950.5', 1_550_475_950_500],
    ['1550475950123', 1_550_475_950_123],
    ['', undefined],
    [undefined, undefined],
    ['yesterday', undefined],
    ['2019-02-18', undefined],
    ['2019-13-45T07:45:50Z', undefined],
    ['18/02/2019 07:45', undefined],
    ['12', undefined],
  ])('reads %j', (text, time) => {
    expect(parseTime(text)).toBe(time);
  });
});
