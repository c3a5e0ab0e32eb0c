import { expect, it } from 'vitest';
import { summaryOf } from '../../../../src/console/operations/dialog/RecordSummary';
import { alertRecord, device } from '../../../../src/resources';

const alarm = (severity: number, police_type: number) => ({
  id: 1,
  sn: 'A',
  severity,
  police_type,
});

it('counts alarms by severity and type, the most severe first', () => {
  const records = [alarm(2, 1012), alarm(1, 1001), alarm(2, 1012), alarm(2, 1001), alarm(1, 1001)];
  const summary = summaryOf(alertRecord, records, 'en');
  expect(summary.map(({ tone, count }) => [tone, count])).toEqual([
    ['error', 2],
    ['warning', 2],
    ['warning', 1],
  ]);
  expect(summary[0]?.name).toBe(summary[2]?.name);
  expect(summary[0]?.name).not.toBe(summary[1]?.name);
});

it('omits records that are not events', () => {
  expect(summaryOf(device, [{ id: 1, sn: 'A', status: 2 }], 'en')).toEqual([]);
});
