import { expect, it } from 'vitest';
import { receiptRounds } from '../../../../../src/server/fleet/reports/reportRows';

it('splits waiting reports into rounds of ten seconds, in order of receipt', () => {
  const received = [30_000, 0, 9_999, 10_000, 61_000].map((receivedAt) => ({
    sn: 'A1',
    report: { ts: 0, report_reson: 0 as const },
    receivedAt,
  }));
  const rounds = receiptRounds(received).map((round) => round.map(({ receivedAt }) => receivedAt));
  expect(rounds).toEqual([[0, 9_999], [10_000], [30_000], [61_000]]);
});
