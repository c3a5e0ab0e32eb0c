import { describe, expect, it } from 'vitest';
import type { TrackSums } from '../../../../src/domain/track/motion';
import { fastestOf, stopsOf, sumsOf } from '../../../../src/domain/track/stops';
import { type TrackRecord, trackOfRecords } from '../../../../src/domain/track/track';
import { randomSource } from '../../domain/geo/random';

const METRE = 1 / 111_195;

/** Builds records from seconds and metres north of the start. */
const places = (list: readonly (readonly [number, number])[]): TrackRecord[] =>
  list.map(([s, metres]) => ({ create_time: s * 1000, lat: 30 + metres * METRE, lon: 114 }));

/** A position every 10 s: moves at 20 m/s, stands from 100 s until 400 s, and moves on. */
const halting = Array.from({ length: 60 }, (_, i) => {
  const s = i * 10;
  return [s, s <= 100 ? s * 20 : s <= 400 ? 2000 : 2000 + (s - 400) * 20] as const;
});

describe('stopsOf', () => {
  it('finds the stop of a lock for 3 minutes or longer', () => {
    const [stop, ...others] = stopsOf(trackOfRecords('X', places(halting)));
    expect(others).toEqual([]);
    expect(stop).toMatchObject({ from: 100_000, to: 400_000 });
    expect(stop?.lat).toBeCloseTo(30 + 2000 * METRE, 6);
  });

  it('ignores a wandering fix, a slow march and a short halt', () => {
    const random = randomSource(3);
    const wandering = halting.map(
      ([s, metres]) => [s, metres + (s > 100 && s < 400 ? 40 * random() - 20 : 0)] as const,
    );
    expect(stopsOf(trackOfRecords('X', places(wandering)))).toHaveLength(1);
    const march = Array.from({ length: 200 }, (_, i) => [i * 10, i * 10] as const);
    expect(stopsOf(trackOfRecords('X', places(march)))).toEqual([]);
    const light = halting.filter(([s]) => s <= 100 || s > 230);
    const sooner = light.map(([s, m]) => [s > 230 ? s - 130 : s, m] as const);
    expect(stopsOf(trackOfRecords('X', places(sooner)))).toHaveLength(0);
  });

  it('treats silence as a stop if the lock reappears at the same place', () => {
    const silent = halting.filter(([s]) => s <= 110 || s >= 400);
    const track = trackOfRecords('X', places(silent));
    expect(stopsOf(track)).toMatchObject([{ from: 100_000, to: 400_000 }]);
    expect(sumsOf(track)).toMatchObject({ standing: 300_000, silent: 0 });
  });

  it('returns a centre on the right side of the antimeridian', () => {
    const lons = [179.9999, -179.9999, 179.9999, -179.9999];
    const track = trackOfRecords(
      'X',
      lons.map((lon, i) => ({ create_time: i * 100_000, lat: 1, lon })),
    );
    expect(Math.abs(stopsOf(track)[0]?.lon ?? 0)).toBeCloseTo(180, 6);
  });

  it('handles 100,000 slow places fast', () => {
    const crawl = Array.from({ length: 100_000 }, (_, i) => [i, i * 0.9] as const);
    expect(stopsOf(trackOfRecords('X', places(crawl)))).toEqual([]);
  });
});

describe('sumsOf', () => {
  it('adds up distance and time of moves and halts', () => {
    const track = trackOfRecords('X', places(halting));
    const sums = sumsOf(track);
    expect(sums.metres).toBeCloseTo(2000 + 190 * 20, 0);
    expect(sums).toMatchObject({ moving: 290_000, standing: 300_000, silent: 0, unreported: 0 });
  });

  it('counts a move over a pause of more than 10 minutes apart, and without its time', () => {
    const pause = (s: number) =>
      sumsOf(
        trackOfRecords(
          'X',
          places([
            [0, 0],
            [60, 1_200],
            [60 + s, 90_000],
            [120 + s, 91_200],
          ]),
        ),
      );
    const rounded = ({ metres, unreported }: TrackSums) => [metres, unreported].map(Math.round);
    expect(rounded(pause(600))).toEqual([91_200, 0]);
    expect(pause(600)).toMatchObject({ moving: 720_000, silent: 0 });
    expect(rounded(pause(601))).toEqual([2_400, 88_800]);
    expect(pause(601)).toMatchObject({ moving: 120_000, silent: 601_000 });
  });
});

describe('fastestOf', () => {
  it('averages over half a minute', () => {
    expect(fastestOf(trackOfRecords('X', places(halting)))).toBeCloseTo(72, 1);
  });

  it('ignores a jump of the fix, and prefers the reported speed', () => {
    const steady = Array.from(
      { length: 61 },
      (_, s) => [s, s * 15 + (s === 30 ? 200 : 0)] as const,
    );
    const track = trackOfRecords('X', places(steady));
    expect(fastestOf(track)).toBeLessThan(110);
    expect(fastestOf(track)).toBeGreaterThan(53);
    const records = places(steady).map((record, i) => ({ ...record, speed: i === 40 ? 61 : 54 }));
    expect(fastestOf(trackOfRecords('X', records))).toBe(61);
    expect(fastestOf(trackOfRecords('X', places(steady.slice(0, 5))))).toBeNull();
  });
});
