import { describe } from 'vitest';
import { worldPlane } from '../../src/console/maps/plane';
import { planeLineOf, stylesOf, visitSegments } from '../../src/console/maps/playback/line';
import { stopsOf } from '../../src/domain/track/stops';
import { downsample } from '../../src/domain/track/thin';
import { positionAt, type TrackOnWire, trackOfWire } from '../../src/domain/track/track';
import { randomSource } from '../unit/domain/geo/random';
import { bench } from './strictBench';

/** Each group names a baseline: code that does not consider 100,000 records. Compare the ratios. */
const COUNT = 100_000;
const random = randomSource(11);

const steps = (size: number) => Array.from({ length: COUNT }, () => Math.round(size * random()));
const all = (value: number) => Array.from({ length: COUNT }, () => value);

const wire: TrackOnWire = {
  sn: 'BENCH',
  more: false,
  at: [1_795_000_000_000, ...all(1000).slice(1)],
  lat: [526_000_000, ...steps(2000).slice(1)],
  lon: [-86_000_000, ...steps(3000).slice(1)],
  speed: steps(90),
  course: all(45),
  electric: all(80),
  voltage: all(4),
  temperature: steps(20),
  lock_status: all(2),
  position_status: all(0),
  report_reson: all(0),
};

const asColumns = JSON.stringify(wire);
const track = trackOfWire(wire);
const points = Array.from(track.at, (at, i) => ({
  create_time: at,
  lat: track.lat[i] as number,
  lon: track.lon[i] as number,
  speed: track.speed[i] as number,
  course: 45,
  electric: 80,
  voltage: 4,
  temperature: track.temperature[i] as number,
  lock_status: 2,
  position_status: 0,
  report_reson: 0,
}));
const asRows = JSON.stringify(points);

describe('decoding 100,000 records for playback', () => {
  bench('baseline: rows parsed, sorted and copied', () => {
    const rows = JSON.parse(asRows) as typeof points;
    rows
      .filter(({ position_status }) => position_status === 0)
      .sort((a, b) => a.create_time - b.create_time)
      .map((row) => ({ ...row, place: { lat: row.lat, lon: row.lon } }));
  });

  bench('columns', () => {
    trackOfWire(JSON.parse(asColumns) as TrackOnWire);
  });

  bench('stops', () => {
    stopsOf(track);
  });
});

describe('drawing the track, a pixel per 600 m', () => {
  const scale = worldPlane.scale(8);
  const line = planeLineOf(track, worldPlane);
  const styles = stylesOf(track, 'speed');
  const view = {
    scale,
    left: (line.x[COUNT / 2] ?? 0) * scale - 700,
    top: (line.y[COUNT / 2] ?? 0) * scale - 450,
    width: 1400,
    height: 900,
  };

  bench('baseline: every position projected, every segment a stroke', () => {
    let strokes = 0;
    let before: number[] = [0, 0];
    for (const { lat, lon } of points) {
      const at = worldPlane.toPlane(lon, lat, [0, 0]).map((value) => value * scale);
      if (before[0] !== at[0]) strokes++;
      before = at;
    }
    if (strokes === 0) throw new Error('Nothing was drawn');
  });

  bench('line', () => {
    let strokes = 0;
    visitSegments(line, styles, view, 0, () => strokes++);
    if (strokes === 0) throw new Error('Nothing was drawn');
  });
});

describe('positions of 60 frames of playback', () => {
  const times = Array.from({ length: 60 }, (_, i) => (track.at[50_000] as number) + i * 1067);

  bench('baseline: a linear search for the record', () => {
    for (const time of times) points.findLast(({ create_time }) => create_time <= time);
  });

  bench('positionAt', () => {
    for (const time of times) positionAt(track, time);
  });
});

describe('a speed chart', () => {
  bench('baseline: a point for every value', () => {
    points.map(({ create_time, speed }) => ({ at: create_time, value: speed }));
  });

  bench('thinned to the visible points', () => {
    downsample(track, 'speed', 240);
  });
});
