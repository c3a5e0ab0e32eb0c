import { describe, expect, it } from 'vitest';
import { gapOf, timeLineOf } from '../../../../../src/console/pages/device/telemetry/timeLineOf';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

describe('gapOf', () => {
  it.each([
    [
      'a quarter of an hour for a lock that reports often',
      [0, MINUTE, 2 * MINUTE],
      null,
      15 * MINUTE,
    ],
    ['four times what is usual', [0, HOUR, 2 * HOUR, 30 * HOUR], null, 4 * HOUR],
    ['more than the step at which was looked', [0, MINUTE], 10 * HOUR, 15 * HOUR],
    ['a quarter of an hour for one report', [5], null, 15 * MINUTE],
    ['a quarter of an hour for none', [], null, 15 * MINUTE],
  ])('is %s', (_, times, step, expected) => {
    expect(gapOf(times, step)).toBe(expected);
  });
});

describe('timeLineOf', () => {
  const report = (create_time: number, electric?: number | null) => ({
    id: create_time,
    create_time,
    electric,
  });

  it('has no point where nothing was measured, and goes on across it', () => {
    const reports = [report(0, 9), report(10, null), report(20), report(30, 8)];
    expect(timeLineOf(reports, 'electric', 100)).toEqual([
      { at: 0, value: 9 },
      { at: 30, value: 8 },
    ]);
  });

  it('breaks where the lock was silent', () => {
    const reports = [report(0, 9), report(100, 8), report(201, 7)];
    expect(timeLineOf(reports, 'electric', 100)).toEqual([
      { at: 0, value: 9 },
      { at: 100, value: 8 },
      { at: 101, value: null },
      { at: 201, value: 7 },
    ]);
  });

  it('keeps a 0', () => {
    expect(timeLineOf([report(1, 0)], 'electric', 1)).toEqual([{ at: 1, value: 0 }]);
  });
});
