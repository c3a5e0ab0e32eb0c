import { describe, expect, it } from 'vitest';
import {
  choiceShares,
  countsByDay,
  isCountUnsupported,
  isForbidden,
  lastDays,
} from '../../../../../src/console/pages/dashboard/figures';
import { choices } from '../../../../../src/domain/label';
import { ApiError } from '../../../../../src/protocol';

const table = choices(
  [
    [0, 'None', '无'],
    [1, 'Soon', '即将'],
  ],
  { 1: 'warning' },
);

it('returns a share for each choice, in the order of the table', () => {
  const groups = [
    { value: 1, count: 7 },
    { value: 5, count: 2 },
    { value: null, count: 3 },
  ];
  expect(choiceShares(table, groups)).toEqual([
    { value: 0, label: ['None', '无'], count: 0, tone: 'default' },
    { value: 1, label: ['Soon', '即将'], count: 7, tone: 'warning' },
  ]);
});

const groups = [
  { value: 100, split: 8, count: 2 },
  { value: 100, split: 12, count: 3 },
  { value: 100, split: 1, count: 40 },
  { value: 300, split: 8, count: 1 },
  { value: 999, split: 8, count: 70 },
];

it.each([
  ['adds up values of one group', [8, 12], [5, 0, 1]],
  ['separates values of different groups', [1], [40, 0, 0]],
  ['has a number for each day', [14], [0, 0, 0]],
])('%s', (_, splits, counts) => {
  expect(countsByDay(groups, [100, 200, 300], splits)).toEqual(counts);
});

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const noon = Date.UTC(2026, 2, 10, 12);

describe('lastDays', () => {
  it.each([
    ['Greenwich', 'UTC', Date.UTC(2026, 2, 10)],
    ['Shanghai, where noon is 20:00', 'Asia/Shanghai', Date.UTC(2026, 2, 9, 16)],
    ['Kiribati, where it is tomorrow', 'Pacific/Kiritimati', Date.UTC(2026, 2, 10, 10)],
    ['Lima, where noon is 7:00', 'America/Lima', Date.UTC(2026, 2, 10, 5)],
    ['Nepal, 45 minutes off the hour', 'Asia/Kathmandu', Date.UTC(2026, 2, 9, 18, 15)],
  ])('begins at midnight in %s', (_, zone, today) => {
    const begins = [today - 2 * DAY, today - DAY, today];
    const ends = begins.map((begin) => begin + DAY - 1);
    expect(lastDays(3, noon, zone)).toEqual({ zone, begins, ends });
  });

  it.each([
    ['Berlin in spring', 'Europe/Berlin', Date.UTC(2026, 2, 29, 12), 23],
    ['Berlin in autumn', 'Europe/Berlin', Date.UTC(2026, 9, 25, 12), 25],
    ['Santiago, put forward at midnight', 'America/Santiago', Date.UTC(2026, 8, 6, 12), 23],
    ['Havana, put back to midnight', 'America/Havana', Date.UTC(2026, 10, 1, 12), 25],
  ])('has all hours of a day on which clocks change: %s', (_, zone, now, hours) => {
    const { begins, ends } = lastDays(2, now, zone);
    const [yesterday = 0, today = 0] = begins;
    expect([today - yesterday, ends]).toEqual([DAY, [today - 1, today + hours * HOUR - 1]]);
  });

  it('counts midnight to the new day', () => {
    expect(lastDays(1, Date.UTC(2026, 2, 10), 'UTC').begins).toEqual([Date.UTC(2026, 2, 10)]);
  });
});

it.each([
  [
    'a path that does not exist',
    new ApiError('', { kind: 'http', code: 'http', status: 404 }),
    true,
  ],
  ['a server that reports it', new ApiError('', { kind: 'business', code: 'notFound' }), true],
  ['a refusal', new ApiError('', { kind: 'business', code: 'noPermission' }), false],
  ['a server error', new ApiError('', { kind: 'http', code: 'http', status: 502 }), false],
  ['no connection', new ApiError('', { kind: 'network', code: 'network' }), false],
  ['an error in the console', new Error('x'), false],
])('decides if counting is unsupported after %s', (_, error, expected) => {
  expect(isCountUnsupported(error)).toBe(expected);
});

it('recognises a refusal for lack of permission', () => {
  expect(isForbidden(new ApiError('', { kind: 'business', code: 'noPermission' }))).toBe(true);
  expect(isForbidden(new ApiError('', { kind: 'business', code: 'fail' }))).toBe(false);
});
