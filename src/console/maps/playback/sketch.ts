import type { Pair } from '../../../domain/geo/gcj02';
import type { LatLon } from '../../../domain/geo/geometry';
import type { Track } from '../../../domain/track/track';
import { mapColours } from '../look';
import { worldPlane } from '../plane';
import {
  type ColourBy,
  colourOf,
  planeLineOf,
  SEGMENT_STYLE,
  segmentStyleOf,
  stylesOf,
  visitSegments,
} from './line';

const MARGIN = 24;
/** Minimum extent of a track in plane units: a stationary lock is drawn in the middle of a few hundred metres. */
const MIN_LENGTH = 1e-5;

/** Returns a track as SVG paths in a box, north up, for printing, and what finds the position of a place in the box. */
export const simplify = (
  track: Track,
  by: ColourBy,
  { width, height }: { readonly width: number; readonly height: number },
) => {
  const colours = mapColours('light');
  const line = planeLineOf(track, worldPlane);
  const range = (values: Float64Array) => {
    let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
    for (const value of values) {
      low = Math.min(low, value);
      high = Math.max(high, value);
    }
    return { middle: (low + high) / 2, length: Math.max(MIN_LENGTH, high - low) };
  };
  const [x, y] = [range(line.x), range(line.y)];
  const scale = Math.min((width - 2 * MARGIN) / x.length, (height - 2 * MARGIN) / y.length);
  const left = x.middle * scale - width / 2;
  const top = y.middle * scale - height / 2;
  const parts = new Map<number, string[]>();
  const window = { scale, left, top, width, height };
  visitSegments(line, stylesOf(track, by), window, 0, (style, x1, y1, x2, y2) => {
    const pathParts = parts.get(style) ?? [];
    const start = `${x1.toFixed(1)} ${y1.toFixed(1)}`;
    // Keep a continuous path, so that its dashes continue.
    if (!pathParts.at(-1)?.endsWith(`L${start}`)) pathParts.push(`M${start}`);
    pathParts.push(`L${x2.toFixed(1)} ${y2.toFixed(1)}`);
    parts.set(style, pathParts);
  });
  const pair: Pair = [0, 0];
  return {
    paths: [...parts].map(([style, pieces]) => {
      const piece = segmentStyleOf(style);
      const silent = piece === SEGMENT_STYLE.silent;
      return {
        d: pieces.join(''),
        colour: silent ? colours.states[255] : colourOf(style, by, colours),
        dash: silent ? '2 6' : piece === SEGMENT_STYLE.stored ? '7 4' : '',
      };
    }),
    pixelOf: ({ lat, lon }: LatLon): readonly [x: number, y: number] => {
      worldPlane.toPlane(lon, lat, pair);
      const turns = Math.round((x.middle - pair[0]) / worldPlane.worldWidth);
      return [(pair[0] + turns) * scale - left, pair[1] * scale - top];
    },
  };
};
