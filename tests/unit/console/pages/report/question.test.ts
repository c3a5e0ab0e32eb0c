import { expect, it } from 'vitest';
import type { Report } from '../../../../../src/config';
import { formValues } from '../../../../../src/console/pages/report/question';
import { reports } from '../../../../../src/resources';

const valuesOf = (search: string) =>
  formValues(new URLSearchParams(search), reports as readonly [Report, ...Report[]]);

it.each([
  ['', '7d'],
  ['period=lastMonth', 'lastMonth'],
  ['period=custom&from=1&to=2', 'custom'],
  ['from=1&to=2', 'custom'],
  // Form of old addresses.
  ['period=week', '7d'],
  ['period=month', '30d'],
  ['period=nonsense', '7d'],
  ['period=nonsense&from=1&to=2', 'custom'],
  ['period=constructor', '7d'],
])('/report?%s covers the period %s', (search, period) => {
  expect(valuesOf(search).period).toBe(period);
});

it.each([
  ['', 'locking', 'day'],
  ['report=locking', 'locking', null],
  ['report=alarms&group=police_type', 'alarms', 'police_type'],
  ['report=alarms&group=nonsense', 'alarms', null],
  // This report has no single rows.
  ['report=mileage', 'mileage', 'day'],
  ['report=mileage&group=police_type', 'mileage', 'day'],
  ['report=nonsense', 'locking', null],
])('/report?%s shows %s by %s', (search, report, group) => {
  expect(valuesOf(search)).toMatchObject({ report, group });
});

it.each([
  ['from=1&to=2', 1, 2],
  ['from=2026-11-27&to=soon', null, null],
  ['from=&to=Infinity', null, null],
])('/report?%s reads the times %s and %s', (search, from, to) => {
  expect(valuesOf(search)).toMatchObject({ from, to });
});
