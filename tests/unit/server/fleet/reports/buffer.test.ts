import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createLanes, createReportBuffer } from '../../../../../src/server/fleet/reports/buffer';
import type { ReceivedReport } from '../../../../../src/server/fleet/state';

const log = { info: vi.fn(), warn: vi.fn(), error: vi.fn() };
const received = (ts: number, sn = 'A1'): ReceivedReport => ({
  sn,
  receivedAt: ts,
  report: { ts, report_reson: 0, lock_status: 2 },
});
const times = (batch: readonly ReceivedReport[]) => batch.map(({ report }) => report.ts);

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

describe('the report buffer', () => {
  it('writes concurrent reports in one batch', async () => {
    const batches: number[][] = [];
    const buffer = createReportBuffer<ReceivedReport>(
      async (batch) => void batches.push(times(batch)),
      log,
    );
    for (const ts of [1, 2, 3]) buffer.add(received(ts));
    await vi.advanceTimersByTimeAsync(200);
    expect(batches).toEqual([[1, 2, 3]]);
  });

  it('writes a lock’s thousands of reports in hundreds, beside other locks', async () => {
    const batches: (readonly [first: number, count: number, others: number])[] = [];
    const buffer = createReportBuffer<ReceivedReport>(async (batch) => {
      const own = times(batch.filter(({ sn }) => sn === 'A1'));
      expect(own).toEqual(own.map((_, i) => (own[0] ?? 0) + i));
      batches.push([own[0] ?? 0, own.length, batch.length - own.length]);
    }, log);
    for (let ts = 0; ts < 250; ts++) buffer.add(received(ts));
    for (let i = 0; i < 5; i++) buffer.add(received(i, `B${i}`));
    await vi.advanceTimersByTimeAsync(200);
    expect(batches).toEqual([
      [0, 100, 5],
      [100, 100, 0],
      [200, 50, 0],
    ]);
  });

  it('retries a failed batch and keeps the order', async () => {
    const batches: number[][] = [];
    const write = vi
      .fn(async (batch: ReceivedReport[]) => void batches.push(times(batch)))
      .mockRejectedValueOnce(new Error('away'));
    const buffer = createReportBuffer(write, log);
    buffer.add(received(1));
    await vi.advanceTimersByTimeAsync(200);
    buffer.add(received(2));
    await vi.advanceTimersByTimeAsync(3_000);
    expect(batches.flat()).toEqual([1, 2]);
  });

  it('writes the other reports if the database refuses one', async () => {
    const messages: number[] = [];
    const write = async (batch: ReceivedReport[]) => {
      if (times(batch).includes(3))
        throw Object.assign(new Error('out of range'), { code: '22003' });
      messages.push(...times(batch));
    };
    const buffer = createReportBuffer(write, log);
    for (const ts of [1, 2, 3, 4, 5]) buffer.add(received(ts));
    await vi.advanceTimersByTimeAsync(500);
    expect(messages).toEqual([1, 2, 4, 5]);
  });

  it('writes the remaining reports when it closes', async () => {
    const batches: number[][] = [];
    const buffer = createReportBuffer<ReceivedReport>(
      async (batch) => void batches.push(times(batch)),
      log,
    );
    buffer.add(received(1));
    await buffer.close();
    expect(batches).toEqual([[1]]);
  });

  it('confirms a report when its batch is stored, and never after closing', async () => {
    let commit = () => {};
    const write = () => new Promise<void>((resolve) => (commit = resolve));
    const buffer = createReportBuffer(write, log);
    const stored: number[] = [];
    for (const ts of [1, 2]) void buffer.add(received(ts)).then(() => stored.push(ts));
    await vi.advanceTimersByTimeAsync(200);
    expect(stored).toEqual([]);
    commit();
    await vi.advanceTimersByTimeAsync(0);
    expect(stored).toEqual([1, 2]);
    await buffer.close();
    void buffer.add(received(3)).then(() => stored.push(3));
    await vi.advanceTimersByTimeAsync(1_000);
    expect(stored).toEqual([1, 2]);
  });

  it('makes senders wait if there are too many reports, refuses none and logs it once', async () => {
    let isAway = true;
    let count = 0;
    const lines: string[] = [];
    const buffer = createReportBuffer<ReceivedReport>(
      async (batch) => {
        if (isAway) throw new Error('away');
        count += batch.length;
      },
      { ...log, error: (line) => lines.push(line) },
    );
    const promises = Array.from({ length: 50_100 }, (_, i) => buffer.add(received(i)));
    const stored = vi.fn();
    void Promise.all(promises).then(stored);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(stored).not.toHaveBeenCalled();
    isAway = false;
    await vi.advanceTimersByTimeAsync(5_000);
    await Promise.all(promises);
    expect(count).toBe(50_100);
    expect(lines.filter((line) => line.includes('does not keep up'))).toHaveLength(1);
  });
});

describe('parallel lanes', () => {
  const sns = Array.from({ length: 20 }, (_, i) => `A${i}`);
  const of = (sn: string, ts: number): ReceivedReport => ({ ...received(ts), sn });

  it('write in parallel, and keep the order of each lock’s reports', async () => {
    const ends: (() => void)[] = [];
    const batches: ReceivedReport[][] = [];
    const write = (batch: ReceivedReport[]) => {
      batches.push(batch);
      return new Promise<void>((resolve) => ends.push(resolve));
    };
    const lanes = createLanes<ReceivedReport>(write, log, 2);
    for (const sn of sns) for (const ts of [1, 2]) lanes.add(of(sn, ts));
    await vi.advanceTimersByTimeAsync(200);
    expect(batches).toHaveLength(2);
    const [one = [], other = []] = batches.map((batch) => new Set(batch.map(({ sn }) => sn)));
    expect([...one, ...other].sort()).toEqual([...sns].sort());
    for (const batch of batches)
      for (const sn of new Set(batch.map((each) => each.sn)))
        expect(times(batch.filter((each) => each.sn === sn))).toEqual([1, 2]);
    for (const end of ends) end();
  });

  it('write all remaining reports when they close', async () => {
    const writtenSns: string[] = [];
    const lanes = createLanes<ReceivedReport>(
      async (batch) => void writtenSns.push(...batch.map(({ sn }) => sn)),
      log,
      2,
    );
    for (const sn of sns) lanes.add(of(sn, 1));
    await lanes.close();
    expect(writtenSns.sort()).toEqual([...sns].sort());
  });
});
