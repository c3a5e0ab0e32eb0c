import { describe, expect, it } from 'vitest';
import { boundsOf, type LatLon } from '../../../../src/domain/geo/geometry';
import {
  boundsOfTracks,
  FIX_QUALITY,
  lastIndexBefore,
  lockStatusAt,
  playbackError,
  positionAt,
  recordAt,
  recordTimes,
  speedAt,
  speedFrom,
  type TrackRecord,
  trackAt,
  trackOfRecords,
  trackOfWire,
} from '../../../../src/domain/track/track';
import { drives } from './drives';

/** A bus in Limerick, 2019: seconds and positions of its recorder. */
const bus = [
  [0, 52.629151, -8.661746],
  [2, 52.629103, -8.661723],
  [4, 52.629122, -8.661776],
  [5, 52.629158, -8.661812],
  [6, 52.629193, -8.661791],
] as const;
const START = Date.UTC(2019, 1, 18, 7, 45, 50);

const recorded: TrackRecord[] = bus.map(([s, lat, lon]) => ({
  create_time: START + s * 1000,
  lat,
  lon,
}));

const at = (seconds: number, lat: number | null, lon: number | null, more = {}): TrackRecord => ({
  create_time: seconds * 1000,
  lat,
  lon,
  ...more,
});

describe('a track', () => {
  it('follows the recording point by point, in straight lines between them', () => {
    const track = trackOfRecords('BUS', recorded);
    bus.forEach(([s, lat, lon], n) => {
      expect(positionAt(track, START + s * 1000)).toEqual({ lat, lon, n, state: 'moving' });
    });
    const between = positionAt(track, START + 1500);
    expect(between?.lat).toBeCloseTo(52.629151 - 0.75 * 0.000048, 9);
    expect(between?.lon).toBeCloseTo(-8.661746 + 0.75 * 0.000023, 9);
    expect(positionAt(track, START - 1)?.state).toBe('before');
    expect(positionAt(track, START + 6001)?.state).toBe('after');
  });

  it('sorts records, and drops repeated ones', () => {
    const shuffled = [recorded[3], recorded[0], recorded[4], recorded[0], recorded[2], recorded[1]];
    const track = trackOfRecords('BUS', shuffled as TrackRecord[]);
    expect(Array.from(track.at)).toEqual(recorded.map(({ create_time }) => create_time));
    expect(track.size).toBe(5);
  });

  it('keeps two reports of one moment with different lock states', () => {
    const track = trackOfRecords('X', [
      at(0, 1, 1, { lock_status: 2 }),
      at(0, 1, 1, { lock_status: 1 }),
    ]);
    expect(track.size).toBe(2);
    expect(lockStatusAt(track, 0)).toBe(2);
    expect(lockStatusAt(track, 1)).toBe(1);
    expect(lockStatusAt(track, -1)).toBeUndefined();
  });

  it('decodes differences from the wire', () => {
    const column = [null, null, null];
    const track = trackOfWire({
      sn: 'W',
      more: true,
      at: [1_700_000_000_000, 1000, 500],
      lat: [305_446_000, null, -1],
      lon: [1_142_966_000, null, 20],
      speed: [36, null, 0],
      course: column,
      electric: column,
      voltage: column,
      temperature: column,
      lock_status: [2, null, 1],
      position_status: [0, 2, 0],
      report_reson: column,
    });
    expect(Array.from(track.at)).toEqual([1_700_000_000_000, 1_700_000_001_000, 1_700_000_001_500]);
    expect(Array.from(track.lat)).toEqual([30.5446, Number.NaN, 30.5445999]);
    expect(Array.from(track.lon)).toEqual([114.2966, Number.NaN, 114.296602]);
    expect(Array.from(track.line)).toEqual([0, 2]);
    expect(lockStatusAt(track, 1)).toBe(2);
    expect(track.more).toBe(true);
  });

  it('uses valid places only, not 0/0 or places off the earth', () => {
    const track = trackOfRecords('X', [
      at(0, 10, 10, { position_status: 0 }),
      at(1, 11, 11, { position_status: 1 }),
      at(2, 10.1, 10, { position_status: 2 }),
      at(3, 10.1, 10, { position_status: 3 }),
      at(4, 10.1, 10, { position_status: 4 }),
      at(5, 0, 0, { position_status: 0 }),
      at(6, 91, 0, { position_status: 0 }),
      at(7, null, null, { position_status: 0 }),
      at(8, 10.002, 10),
    ]);
    expect(Array.from(track.fix)).toEqual([
      FIX_QUALITY.valid,
      FIX_QUALITY.invalid,
      FIX_QUALITY.none,
      FIX_QUALITY.station,
      FIX_QUALITY.wifi,
      FIX_QUALITY.none,
      FIX_QUALITY.none,
      FIX_QUALITY.none,
      FIX_QUALITY.valid,
    ]);
    expect(Array.from(track.line)).toEqual([0, 8]);
  });

  it('uses base stations if there is no better fix', () => {
    const track = trackOfRecords('X', [
      at(0, 10, 10, { position_status: 3 }),
      at(1, 10, 10, { position_status: 2 }),
      at(2, 10.001, 10, { position_status: 4 }),
    ]);
    expect(Array.from(track.line)).toEqual([0, 2]);
  });

  it('holds its position during silence, several times the usual interval', () => {
    const often = Array.from({ length: 10 }, (_, i) => at(i * 60, 10 + i * 0.01, 10));
    const track = trackOfRecords('X', [...often, at(541 + 241, 10.2, 10)]);
    expect(track.gap).toBe(240_000);
    expect(positionAt(track, 540_000)?.state).toBe('moving');
    expect(positionAt(track, 700_000)).toEqual({ lat: 10.09, lon: 10, n: 9, state: 'silent' });
    expect(positionAt(track, 782_000)).toEqual({ lat: 10.2, lon: 10, n: 10, state: 'moving' });
  });

  it('crosses the antimeridian by the short way', () => {
    const track = trackOfRecords('X', [at(0, 0.1, 179.9), at(100, 0.1, -179.9)]);
    expect(positionAt(track, 25_000)?.lon).toBeCloseTo(179.95, 9);
    expect(positionAt(track, 75_000)?.lon).toBeCloseTo(-179.95, 9);
    expect(track.along[1]).toBeCloseTo(22_239, 0);
  });

  it('finds records and places by time', () => {
    const track = trackOfRecords('X', [at(10, 1, 1), at(20, null, null), at(30, 1.01, 1.01)]);
    expect([9, 10, 19, 20, 30, 99].map((s) => recordAt(track, s * 1000))).toEqual([
      -1, 0, 0, 1, 2, 2,
    ]);
    expect([9, 10, 20, 30].map((s) => lastIndexBefore(track, s * 1000))).toEqual([-1, 0, 0, 1]);
  });

  it('has the reported speed, or the average from the place before', () => {
    const track = trackOfRecords('X', [
      at(0, 0, 1),
      at(36, 0, 1.01),
      at(72, 0, 1.02, { speed: 7 }),
    ]);
    expect(speedAt(track, 0)).toBeNaN();
    expect(speedAt(track, 1)).toBeCloseTo(111.2, 1);
    expect(speedAt(track, 2)).toBe(7);
  });

  it('starts from a place with the speed reported there, or with the average to the next', () => {
    const track = trackOfRecords('X', [
      at(0, 0, 1, { speed: 20 }),
      at(36, 0, 1.01),
      at(72, 0, 1.02, { speed: 7 }),
    ]);
    expect(speedFrom(track, 0)).toBe(20);
    expect(speedFrom(track, 1)).toBeCloseTo(111.2, 1);
    expect(speedFrom(track, 2)).toBe(7);
  });
});

describe('playbackError', () => {
  it.each([
    [[], 'noData'],
    [[at(0, 1, 1)], 'tooShort'],
    [[at(0, null, null), at(1, 0, 0)], 'tooShort'],
    [[at(0, 1, 1), at(1, 1, 1)], null],
  ])('judges the records %j as %s', (records, why) => {
    expect(playbackError(trackOfRecords('X', records as TrackRecord[]))).toBe(why);
  });
});

describe('boundsOfTracks', () => {
  const trackOf = (name: string) =>
    trackOfRecords(
      name,
      (drives[name]?.recorded ?? []).map(({ ts, ...told }) => ({ ...told, create_time: ts })),
    );
  const [ferry = '', truck = '', tunnel = ''] = Object.keys(drives);

  it.each([[[ferry]], [[truck]], [[tunnel]], [[truck, tunnel]], [[tunnel, ferry]]])(
    'of %s encloses each place tightly',
    (names) => {
      const tracks = names.map(trackOf);
      const places = tracks.flatMap(({ line, lat, lon }) =>
        Array.from(line, (i): LatLon => ({ lat: lat[i] ?? 0, lon: lon[i] ?? 0 })),
      );
      const box = boundsOfTracks(tracks);
      for (const [side, degrees] of Object.entries(boundsOf(places) ?? {})) {
        expect(box?.[side as keyof typeof box]).toBeCloseTo(degrees, 9);
      }
    },
  );

  it('is undefined without a place', () => {
    expect(boundsOfTracks([])).toBeUndefined();
    expect(boundsOfTracks([trackOfRecords('X', [at(0, null, null)])])).toBeUndefined();
  });
});

describe('a detailed track and an outline', () => {
  const at = (...times: readonly number[]) =>
    trackOfRecords(
      'X',
      times.map((create_time) => ({ create_time, lat: 30, lon: 114 })),
    );
  const detailed = at(100, 110, 120);
  const outline = at(50, 110, 200);

  it.each([
    [40, outline],
    [99, outline],
    [100, detailed],
    [120, detailed],
    [121, outline],
  ])('at %d show the more precise track', (time, track) =>
    expect(trackAt(detailed, outline, time)).toBe(track),
  );

  it('show the detailed track beyond the end of the outline', () => {
    expect(trackAt(detailed, at(110), 90)).toBe(detailed);
    expect(trackAt(detailed, at(110), 130)).toBe(detailed);
    expect(trackAt(undefined, outline, 110)).toBe(outline);
    expect(trackAt(detailed, undefined, 10)).toBe(detailed);
    expect(trackAt(at(), outline, 110)).toBe(outline);
  });

  it('have the detailed records, and outline records around them', () => {
    expect([...recordTimes(detailed, outline)]).toEqual([50, 100, 110, 120, 200]);
    expect([...recordTimes(undefined, outline)]).toEqual([50, 110, 200]);
  });
});
