import { QueryClient } from '@tanstack/react-query';
import { describe, expect, it, vi } from 'vitest';
import { findLastJourney } from '../../../../../src/console/pages/playback/dayData';
import type { TrackOnWire } from '../../../../../src/domain/track/track';
import { ApiError } from '../../../../../src/protocol';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const FROM = Date.UTC(2024, 4, 1);
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
  const last = (dataProvider: Parameters<typeof findLastJourney>[0]['dataProvider']) =>
    findLastJourney({ dataProvider, client: new QueryClient() }, ['A'], now);
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
    expect(await last(server)).toBe(now - 5 * HOUR);
    expect(server.ranges).toEqual([1]);
  });

  it('finds an older one by a week, then reads its day', async () => {
    const server = serving([[now - 5 * DAY, 8]]);
    expect(await last(server)).toBe(now - 5 * DAY);
    expect(server.ranges).toEqual([1, 7, 1]);
  });

  it('finds the start of one that was under way 24 hours ago', async () => {
    const server = serving([]);
    const call = async (_: string, body: unknown) => {
      const { from } = body as { from: number };
      const start = Math.max(from, now - DAY - 10 * MINUTE);
      return { tracks: [driven('A', start, 8)] } as never;
    };
    expect(await last({ ...server, call })).toBe(now - DAY - 10 * MINUTE);
  });

  it('finds the last record if there is no journey', async () => {
    expect(await last(serving([]))).toBe(FROM);
  });

  it('finds the last record in one call if the server has no outlines', async () => {
    const server = serving([]);
    const call = vi.fn(async () => {
      throw new ApiError('404', { kind: 'http', code: 'http', status: 404 });
    });
    expect(await last({ ...server, call })).toBe(FROM);
    expect(call).toHaveBeenCalledTimes(1);
    expect(server.getList).toHaveBeenCalledTimes(1);
  });

  it('reports a refusal', async () => {
    const call = async () => {
      throw new ApiError('No', { kind: 'business', code: 'throttled' });
    };
    await expect(last({ ...serving([]), call })).rejects.toThrow('No');
  });
});
