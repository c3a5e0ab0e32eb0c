import { describe, expect, it, test } from 'vitest';
import { nextRun, waitTime } from '../../../src/domain/schedule';
import { confirmationText, isOlder, needsConfirmation } from '../../../src/domain/ticket';

test.each([
  ['V1.2.3', 'V1.2.10', true],
  ['V1.10', 'V1.9.9', false],
  ['1.0', '1.0.0', false],
  ['V2', 'V2.0.1', true],
  ['V3.0', 'V3.0', false],
  ['', 'V1', false],
  ['V1', 'beta', false],
])('%s is older than %s: %s', (version, than, older) => {
  expect(isOlder(version, than)).toBe(older);
});

test.each([
  [undefined, 10_000, 5, false],
  ['always', 1, 0, true],
  ['many', 19, 0, false],
  ['many', 20, 0, true],
  ['many', 1, 1, true],
] as const)(
  'confirms a command declared %s for %i locks, %i of others: %s',
  (typed, count, outside, asks) => {
    expect(needsConfirmation(typed, { count, outside, from: 20 })).toBe(asks);
  },
);

test('confirms one lock by its SN, several by their number', () => {
  expect([confirmationText(['A1'], 1), confirmationText(['A1'], 30)]).toEqual(['A1', '30']);
});

describe('the next run', () => {
  const at = (text: string) => new Date(text).getTime();
  const weekly = (from: string, zone: string, days: number[] = []) => ({
    times: { days, from, to: '23:30', zone },
  });
  it.each([
    [
      'later today',
      weekly('22:00', 'Asia/Shanghai'),
      '2026-11-22T13:59:59Z',
      '2026-11-22T14:00:00Z',
    ],
    ['tomorrow', weekly('22:00', 'Asia/Shanghai'), '2026-11-22T14:00:00Z', '2026-11-23T14:00:00Z'],
    // 22 November 2026 is a Sunday.
    [
      'on a day of the week',
      weekly('08:00', 'UTC', [2]),
      '2026-11-22T00:00:00Z',
      '2026-11-24T08:00:00Z',
    ],
    ['a week later', weekly('08:00', 'UTC', [7]), '2026-11-22T08:00:00Z', '2026-11-29T08:00:00Z'],
    [
      'across a date line',
      weekly('01:00', 'Pacific/Auckland', [1]),
      '2026-11-22T00:00:00Z',
      '2026-11-22T12:00:00Z',
    ],
    // Clocks go forward at 2:00 on 29 March 2026, and back at 3:00 on 25 October.
    [
      'before summer',
      weekly('07:00', 'Europe/Berlin'),
      '2026-03-28T07:00:00Z',
      '2026-03-29T05:00:00Z',
    ],
    [
      'when clocks skip it',
      weekly('02:30', 'Europe/Berlin'),
      '2026-03-28T12:00:00Z',
      '2026-03-29T01:30:00Z',
    ],
    [
      'after summer',
      weekly('07:00', 'Europe/Berlin'),
      '2026-10-24T06:00:00Z',
      '2026-10-25T06:00:00Z',
    ],
  ])('of a weekly schedule is %s', (_, timing, after, next) => {
    expect(nextRun(timing, at(after))).toBe(at(next));
  });

  it('of a single run is its time, until it has passed', () => {
    expect(nextRun({ once_at: 100 }, 99)).toBe(100);
    expect(nextRun({ once_at: 100 }, 100)).toBeUndefined();
    expect(nextRun({}, 1)).toBeUndefined();
  });

  it('waits for sleeping locks until the time window ends', () => {
    expect(waitTime(weekly('22:00', 'UTC'))).toBe(90 * 60_000);
    expect(waitTime(weekly('23:45', 'UTC'))).toBe((23 * 60 + 45) * 60_000);
    expect(waitTime({ once_at: 5 })).toBeUndefined();
  });
});
