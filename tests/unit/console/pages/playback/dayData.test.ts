import { describe, expect, it, vi } from 'vitest';
import { findLastJourney, listedOutlines } from '../../../../../src/console/pages/playback/dayData';
import type { TrackOnWire } from '../../../../../src/domain/track/track';
import { ApiError } from '../../../../../src/protocol';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const FROM = Date.UTC(2024, 4, 1);
const day = { sns: ['A'], from: FROM, to: FROM + DAY - 1 };

describe('listedOutlines', () => {
  it('reads a day in slices of at most 30 minutes, which cover it without overlap', async () => {
    const slices: { from: number; to: number }[] = [];
    const { tracks, failure } = await listedOutlines(day, async (_, { from, to }) => {
      slices.push({ from, to });
      return [{ create_time: from, lat: 30, lon: 114 }];
    });
    expect(failure).toBeNull();
    expect(tracks.map(({ sn, size }) => [sn, size])).toEqual([['A', 48]]);
    slices.sort((a, b) => a.from - b.from);
    expect(slices[0]?.from).toBe(day.from);
    expect(slices.at(-1)?.to).toBe(day.to);
    slices.forEach(({ from, to }, i) => {
      expect(to - from).toBeLessThan(30 * MINUTE);
      if (i > 0) expect(from).toBe((slices[i - 1]?.to ?? 0) + 1);
    });
  });

  it('reads at most three slices at a time', async () => {
    let [running, most] = [0, 0];
    await listedOutlines(day, async () => {
      most = Math.max(most, ++running);
      await Promise.resolve();
      running--;
      return [];
    });
    expect(most).toBe(3);
  });

  it('stops at a refused slice, and keeps what was read', async () => {
    const refusal = new ApiError('Too many calls', { kind: 'business', code: 'throttled' });
    let calls = 0;
    const { tracks, failure } = await listedOutlines(day, async (_, { from }) => {
      if (++calls === 10) throw refusal;
      return [{ create_time: from, lat: 30, lon: 114 }];
    });
    expect(failure).toBe(refusal);
    expect(calls).toBeLessThan(20);
    expect(tracks[0]?.size).toBe(calls - 1);
  });
});

/** Returns a track on the wire with a report every 2 minutes that moves 1 km each. */
const driven = (sn: string, from: number, count: number): TrackOnWire => {
  const column = (value: number | null) => Array.from({ length: count }, () => value);
  const none = column(null);
  return {
    sn,
    more: false,
    at: Array.from({ length: count }, (_, i) => (i === 0 ? from : 2 * MINUTE)),
    lat: Array.from({ length: count }, (_, i) => (i === 0 ? 300_000_000 : 90_000)),
    lon: Array.from({ length: count }, (_, i) => (i === 0 ? 1_140_000_000 : 0)),
    speed: none,
    course: none,
    electric: none,
    voltage: none,
    temperature: none,
    lock_status: none,
    position_status: column(0),
    report_reson: none,
  };
};

describe('findLastJourney', () => {
  const now = FROM + 10 * DAY;
  /** Serves outlines of the drives, and lists with one record. */
  const serving = (drives: readonly (readonly [start: number, count: number])[]) => {
    const ranges: number[] = [];
    const getList = vi.fn(async () => ({ data: [{ id: 1, create_time: FROM }] as never[] }));
    const call = async (_: string, body: unknown) => {
      const { from, to } = body as { from: number; to: number };
      ranges.push(Math.round((to - from) / DAY));
      const [start, count] = drives.find(([at]) => at >= from && at < to) ?? [from, 0];
      return { tracks: [driven('A', start, count)] } as never;
    };
    return { ranges, getList, call };
  };

  it('finds a journey of the last day in one call', async () => {
    const server = serving([[now - 5 * HOUR, 8]]);
    expect(await findLastJourney(server, ['A'], now)).toBe(now - 5 * HOUR);
    expect(server.ranges).toEqual([1]);
  });

  it('finds an older one by a week, then reads its day', async () => {
    const server = serving([[now - 5 * DAY, 8]]);
    expect(await findLastJourney(server, ['A'], now)).toBe(now - 5 * DAY);
    expect(server.ranges).toEqual([1, 7, 1]);
  });

  it('without a journey is the last record', async () => {
    expect(await findLastJourney(serving([]), ['A'], now)).toBe(FROM);
  });

  it('of a server without outlines is the last record, in one call', async () => {
    const server = serving([]);
    const call = vi.fn(async () => {
      throw new ApiError('404', { kind: 'http', code: 'http', status: 404 });
    });
    expect(await findLastJourney({ ...server, call }, ['A'], now)).toBe(FROM);
    expect(call).toHaveBeenCalledTimes(1);
    expect(server.getList).toHaveBeenCalledTimes(1);
  });

  it('passes a refusal on', async () => {
    const call = async () => {
      throw new ApiError('No', { kind: 'business', code: 'noPermission' });
    };
    await expect(findLastJourney({ ...serving([]), call }, ['A'], now)).rejects.toThrow('No');
  });
});
