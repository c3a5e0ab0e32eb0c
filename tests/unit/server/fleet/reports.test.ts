import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Received, reportBuffer } from '../../../../src/server/fleet/reports';

const log = { info: vi.fn(), warn: vi.fn(), error: vi.fn() };
const received = (ts: number): Received => ({
  sn: 'A1',
  receivedAt: ts,
  report: { ts, report_reson: 0, lock_status: 2 },
});
const times = (batch: readonly Received[]) => batch.map(({ report }) => report.ts);

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

describe('reportBuffer', () => {
  it('writes what arrives together in one batch', async () => {
    const written: number[][] = [];
    const buffer = reportBuffer(async (batch) => void written.push(times(batch)), log);
    for (const ts of [1, 2, 3]) buffer.add(received(ts));
    await vi.advanceTimersByTimeAsync(200);
    expect(written).toEqual([[1, 2, 3]]);
  });

  it('tries a failed batch again and keeps the order', async () => {
    const written: number[][] = [];
    const write = vi
      .fn(async (batch: Received[]) => void written.push(times(batch)))
      .mockRejectedValueOnce(new Error('away'));
    const buffer = reportBuffer(write, log);
    buffer.add(received(1));
    await vi.advanceTimersByTimeAsync(200);
    buffer.add(received(2));
    await vi.advanceTimersByTimeAsync(3_000);
    expect(written.flat()).toEqual([1, 2]);
  });

  it('writes the others where the database refuses one', async () => {
    const written: number[] = [];
    const write = async (batch: Received[]) => {
      if (times(batch).includes(3))
        throw Object.assign(new Error('out of range'), { code: '22003' });
      written.push(...times(batch));
    };
    const buffer = reportBuffer(write, log);
    for (const ts of [1, 2, 3, 4, 5]) buffer.add(received(ts));
    await vi.advanceTimersByTimeAsync(500);
    expect(written).toEqual([1, 2, 4, 5]);
  });

  it('writes what is left when it closes', async () => {
    const written: number[][] = [];
    const buffer = reportBuffer(async (batch) => void written.push(times(batch)), log);
    buffer.add(received(1));
    await buffer.close();
    expect(written).toEqual([[1]]);
  });
});
