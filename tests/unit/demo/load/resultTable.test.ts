import { describe, expect, it } from 'vitest';
import type { LoadLock, SentReport } from '../../../../src/demo/load/loadLock';
import { resultsOf } from '../../../../src/demo/load/resultTable';

const options = {
  ...{ url: 'http://h', user: 'admin', password: 'Second2026' },
  ...{ locks: 3, rate: 10, seconds: 30, operators: 2 },
};
const whole: SentReport = { sentAt: 0, acknowledgedAt: 5, seenAt: 100, stored: 1 };
const FIRST = Date.UTC(2020, 0, 1);

const lockOf = (sn: string, kind: string, ...sent: readonly SentReport[]): LoadLock => ({
  ...{ sn, kind, reports: new Map(sent.map((report, i) => [FIRST + i * 1_000, report])) },
  ...{ send: async () => {}, unacknowledged: () => 0, close: async () => {} },
});

const results = (locks: readonly LoadLock[], changed = {}) =>
  resultsOf(
    { locks, calls: { times: [1, 2, 3], failures: [] }, rate: 10, busy: 0.1, ...changed },
    options,
  );

describe('the result of a load test', () => {
  it('counts by protocol, and times all reports but the first of each lock', () => {
    const slow = { ...whole, acknowledgedAt: 900 };
    const { text, isWhole } = results([
      lockOf('LOAD1', 'MQTT', slow, whole, whole),
      lockOf('7901', 'Jointech', slow, whole),
    ]);
    expect(isWhole).toBe(true);
    expect(text.replaceAll(/ +/g, ' ')).toContain(
      ['MQTT 1 3 3 3 0 0', 'Jointech 1 2 2 2 0 0', 'all 2 5 5 5 0 0'].join('\n'),
    );
    expect(text).toContain('acknowledged after: median 5 ms, p95 5 ms, p99 5 ms');
    expect(text).toContain('visible after: median 100 ms');
  });

  it.each([
    ['is lost', { ...whole, stored: 0 }, 'LOAD1 lost 1, the first of 2020-01-01T00:00:01.000Z'],
    ['is stored twice', { ...whole, stored: 2 }, '2            0            1'],
  ])('is not whole if an acknowledged report %s', (_, report, line) => {
    const { text, isWhole } = results([lockOf('LOAD1', 'MQTT', whole, report)]);
    expect(isWhole).toBe(false);
    expect(text).toContain(line);
  });

  it('is whole without a report that was never acknowledged', () => {
    const unacknowledged = { sentAt: 0, stored: 0 };
    expect(results([lockOf('LOAD1', 'MQTT', whole, unacknowledged)]).isWhole).toBe(true);
  });

  it.each([
    [{ rate: 9 }, 'Only 9.0 reports a second were sent'],
    [{ busy: 0.93 }, 'This tool was busy for 93 % of the time: run it on several machines'],
    [{ calls: { times: [1], failures: ['/device/list: no'] } }, 'First failed call: /device/list'],
  ])('warns of %o', (changed, line) => {
    expect(results([lockOf('LOAD1', 'MQTT', whole)], changed).text).toContain(line);
  });
});
