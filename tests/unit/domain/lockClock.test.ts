import { expect, it } from 'vitest';
import { DAY, MINUTE } from '../../../src/domain/duration';
import { judgeClock } from '../../../src/domain/lockClock';

const NOW = Date.UTC(2026, 5, 15, 12);
const KEEP_DAYS = 365;
const LIVE = 0;
const BUFFERED = 2;
const GPS_WEEKS = 1024 * 7 * DAY;

it.each([
  ['now', 0, undefined],
  ['an hour ago', -60 * MINUTE, undefined],
  ['less than ten minutes ahead', 10 * MINUTE - 1, undefined],
  ['ten minutes ahead', 10 * MINUTE, 'Clock is 10 minutes fast'],
  ['in local time, sent as UTC', 8 * 60 * MINUTE, 'Clock is 480 minutes fast'],
  ['a day ahead', DAY, 'Clock is 1440 minutes fast'],
])('accepts the time of a report from %s', (_, ahead, fault) => {
  const limits = { now: NOW, oldest: NOW - KEEP_DAYS * DAY };
  for (const report_reson of [LIVE, BUFFERED] as const) {
    const verdict = judgeClock({ ts: NOW + ahead, report_reson }, limits);
    expect(verdict).toEqual({ time: 'own', ...(fault && { fault }) });
  }
});

it.each([
  ['a day ago', -DAY, undefined],
  ['over a day ago', -DAY - 1, 'Clock shows 2026-06-14'],
  ['40 days ago', -40 * DAY, 'Clock shows 2026-05-06'],
  ['as long ago as the retention', -KEEP_DAYS * DAY, 'Clock shows 2025-06-15'],
])(
  'accepts the time of a report from %s, and reports a wrong clock if it is live',
  (_, ahead, fault) => {
    const limits = { now: NOW, oldest: NOW - KEEP_DAYS * DAY };
    const ts = NOW + ahead;
    const live = judgeClock({ ts, report_reson: LIVE }, limits);
    expect(live).toEqual({ time: 'own', ...(fault && { fault }) });
    expect(judgeClock({ ts, report_reson: BUFFERED }, limits)).toEqual({ time: 'own' });
  },
);

it.each([
  ['older than the retention', NOW - KEEP_DAYS * DAY - 1, 'Clock shows 2025-06-15'],
  ['of 1970', 0, 'Clock shows 1970-01-01'],
  ['before 1970', -1, 'Clock shows 1969-12-31'],
  ['of 1980', Date.UTC(1980, 0, 6), 'Clock shows 1980-01-06'],
  ['of 2000', Date.UTC(2000, 0, 1), 'Clock shows 2000-01-01'],
  ['of 2015', Date.UTC(2015, 0, 1), 'Clock shows 2015-01-01'],
  ['1,024 weeks ago', NOW - GPS_WEEKS, 'Clock shows 2006-10-30'],
  ['more than a day ahead', NOW + DAY + 1, 'Clock shows 2026-06-16'],
  ['of 2036', Date.UTC(2036, 1, 7), 'Clock shows 2036-02-07'],
  ['without a real year', 1e300, 'Clock shows no time'],
  ['without a time', Number.NaN, 'Clock shows no time'],
])(
  'dates a live report by its receipt if its time is %s, but no buffered report',
  (_, ts, fault) => {
    const limits = { now: NOW, oldest: NOW - KEEP_DAYS * DAY };
    expect(judgeClock({ ts, report_reson: LIVE }, limits)).toEqual({ time: 'receipt', fault });
    expect(judgeClock({ ts, report_reson: BUFFERED }, limits)).toEqual({ time: 'none', fault });
  },
);

it('accepts a time of 2014 if records are kept that long, but no GPS week rollover', () => {
  const now = Date.UTC(2034, 7, 18);
  const rolledOver = { ts: now - GPS_WEEKS, report_reson: LIVE } as const;
  expect(judgeClock(rolledOver, { now, oldest: now - 365 * DAY }).time).toBe('receipt');
  expect(judgeClock(rolledOver, { now, oldest: now - 36_500 * DAY }).time).toBe('own');
});
