import { describe, expect, it } from 'vitest';
import { mapColours } from '../../../../../src/console/maps/look';
import { baiduPlane, gcjPlane, worldPlane } from '../../../../../src/console/maps/plane';
import {
  colourIndex,
  colourOf,
  planeLineOf,
  SEGMENT_STYLE,
  segmentStyleOf,
  speedStep,
  stylesOf,
  visitSegments,
} from '../../../../../src/console/maps/playback/line';
import { type TrackRecord, trackOfRecords } from '../../../../../src/domain/track/track';
import { randomSource } from '../../../domain/geo/random';
import { drives } from '../../../domain/track/drives';

const window = { scale: worldPlane.scale(12), left: 0, top: 0, width: 1000, height: 800 };

const piecesOf = (
  line: { x: Float64Array; y: Float64Array },
  styles: Uint16Array,
  view: typeof window,
) => {
  const pieces: number[][] = [];
  visitSegments(line, styles, view, 0, (style, ...ends) => pieces.push([style, ...ends]));
  return pieces;
};

describe('the colours of a track', () => {
  const at = (s: number, more: Partial<TrackRecord>) => ({
    create_time: s * 1000,
    lat: 30 + s * 1e-5,
    lon: 114,
    ...more,
  });

  it.each([
    [0, 0],
    [4.9, 0],
    [5, 1],
    [59, 2],
    [60, 3],
    [200, 4],
    [Number.NaN, 0],
  ])('have for %d km/h the step %d', (kmh, step) => expect(speedStep(kmh)).toBe(step));

  it('show the speed or the lock state', () => {
    const track = trackOfRecords('X', [
      at(0, { speed: 0, lock_status: 2 }),
      at(10, { speed: 40, lock_status: 1 }),
      at(20, { speed: 100 }),
    ]);
    expect(Array.from(stylesOf(track, 'speed'), colourIndex)).toEqual([0, 2, 4]);
    expect(Array.from(stylesOf(track, 'status'), colourIndex)).toEqual([2, 2, 1]);
    const colours = mapColours('light');
    expect(colourOf(stylesOf(track, 'status')[2] ?? 0, 'status', colours)).toBe(colours.states[1]);
  });

  it('mark buffered and silent segments', () => {
    const track = trackOfRecords('X', [
      at(0, {}),
      at(10, { report_reson: 2 }),
      at(20, { report_reson: 0 }),
      at(1000, { report_reson: 2 }),
    ]);
    expect(Array.from(stylesOf(track, 'speed'), segmentStyleOf)).toEqual([
      SEGMENT_STYLE.seen,
      SEGMENT_STYLE.stored,
      SEGMENT_STYLE.seen,
      SEGMENT_STYLE.silent,
    ]);
  });
});

describe('visitSegments', () => {
  const styles = new Uint16Array(100_000);

  it('draws a visible track completely, in order, within a pixel of each place', () => {
    const random = randomSource(5);
    const x = new Float64Array(20_000);
    const y = new Float64Array(20_000);
    let [px, py] = [500, 400];
    for (let i = 0; i < x.length; i++) {
      px += random() - 0.5;
      py += random() - 0.5;
      x[i] = px / window.scale;
      y[i] = py / window.scale;
    }
    const pieces = piecesOf({ x, y }, styles, window);
    expect(pieces.length).toBeLessThan(x.length / 2);
    pieces.forEach(([, x1, y1], i) => {
      const before = pieces[i - 1];
      if (before) expect([x1, y1]).toEqual([before[3], before[4]]);
    });
    const ends = [[500, 400], ...pieces.map(([, , , x2 = 0, y2 = 0]) => [x2, y2])];
    let near = 0;
    for (let i = 0; i < x.length; i += 7) {
      const [wx, wy] = [(x[i] ?? 0) * window.scale, (y[i] ?? 0) * window.scale];
      if (ends.some(([ex = 0, ey = 0]) => Math.hypot(ex - wx, ey - wy) < 1.5)) near++;
    }
    expect(near).toBe(Math.ceil(x.length / 7));
  });

  it('omits segments out of the window, and keeps those that cross it', () => {
    const x = Float64Array.from([-900, -100, 1100, 2000].map((px) => px / window.scale));
    const y = Float64Array.from([400, 400, 400, 400].map((px) => px / window.scale));
    expect(piecesOf({ x, y }, styles, window)).toHaveLength(1);
  });

  it('ends a piece where the style changes', () => {
    const x = Float64Array.from([10, 10.1, 10.2, 10.3].map((px) => px / window.scale));
    const y = new Float64Array(4);
    const pieces = piecesOf({ x, y }, Uint16Array.from([0, 0, 3, 3]), window);
    expect(pieces.map(([style]) => style)).toEqual([0, 3]);
  });

  it.each(
    Object.entries(drives).flatMap(([name, { recorded }]) =>
      Object.entries({ worldPlane, gcjPlane, baiduPlane }).map(
        ([of, plane]) => [name, of, recorded, plane] as const,
      ),
    ),
  )('%s is one continuous track on the plane %s', (_, _of, recorded, plane) => {
    const records = recorded.map(({ ts, ...record }) => ({ ...record, create_time: ts }));
    const { x, y } = planeLineOf(trackOfRecords('X', records), plane);
    const steps = Array.from(x.subarray(1), (to, n) =>
      Math.hypot(to - (x[n] as number), (y[n + 1] as number) - (y[n] as number)),
    );
    // The silence in the tunnel is 17 km; Chinese maps shift at their border by a kilometre.
    expect(Math.max(...steps) / plane.worldWidth).toBeLessThan(25_000 / 40_000_000);
    expect(steps.filter((step) => step / plane.worldWidth > 2_500 / 40_000_000)).toHaveLength(
      recorded.some(({ report_reson }) => report_reson === 2) ? 1 : 0,
    );
  });
});
