import { expect, test } from 'vitest';
import { nextReportRun } from '../../../src/domain/report';
import { momentAt, zoneText } from '../../../src/domain/zone';

const iso = (at: number | undefined) =>
  at === undefined ? undefined : new Date(at).toISOString().slice(0, 16);
const BERLIN = 'Europe/Berlin';

test.each([
  ['on a morning in summer', { every: 'daily', hour: 8 }, '2026-03-29T07:00Z', '2026-03-30T06:00'],
  ['on a morning in winter', { every: 'daily', hour: 8 }, '2026-10-25T08:00Z', '2026-10-26T07:00'],
  [
    'at an hour that clocks skip',
    { every: 'daily', hour: 2 },
    '2026-03-28T12:00Z',
    '2026-03-29T01:00',
  ],
  ['on Monday', { every: 'weekly', hour: 8, week_day: 1 }, '2026-11-23T08:00Z', '2026-11-30T07:00'],
  [
    'on the 28th',
    { every: 'monthly', hour: 8, month_day: 28 },
    '2026-02-28T09:00Z',
    '2026-03-28T07:00',
  ],
  ['never', { every: 'never' }, '2026-02-28T09:00Z', undefined],
])('sends a report %s', (_when, sending, after, at) => {
  expect(iso(nextReportRun({ ...sending, zone: BERLIN }, Date.parse(after)))).toBe(at);
});

test.each([
  ['Asia/Shanghai', 'Asia/Shanghai (UTC+8)'],
  ['America/St_Johns', 'America/St_Johns (UTC-3:30, UTC-2:30)'],
  ['UTC', 'UTC'],
])('shows the time zone %s with its UTC offset', (zone, text) => {
  expect(zoneText(zone, Date.UTC(2026, 0, 1), Date.UTC(2026, 6, 1))).toBe(text);
});

test('reads an ambiguous clock time as the first, and a skipped one as if clocks had not changed', () => {
  const wall = (hour: number, month: number, day: number) => Date.UTC(2026, month, day, hour, 30);
  expect(iso(momentAt(BERLIN, wall(2, 9, 25)))).toBe('2026-10-25T00:30');
  expect(iso(momentAt(BERLIN, wall(2, 2, 29)))).toBe('2026-03-29T01:30');
});
