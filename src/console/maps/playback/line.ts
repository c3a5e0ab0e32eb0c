import type { Pair } from '../../../domain/geo/gcj02';
import { BLIND_SPOT, LOCK, type LockStatus } from '../../../domain/lock';
import { isGap, lockStatusAt, speedAt, type Track } from '../../../domain/track/track';
import type { MapColours } from '../look';
import type { Plane, PlaneWindow } from '../plane';

export type ColourBy = 'speed' | 'status';

/** Style of a segment: reported live, stored and sent later, or a straight line over a silence. */
export const SEGMENT_STYLE = { seen: 0, stored: 1, silent: 2 } as const;
export type SegmentStyle = (typeof SEGMENT_STYLE)[keyof typeof SEGMENT_STYLE];

/** Lower bounds of the speed colours from the second on, km/h. */
export const SPEED_STEPS = [5, 30, 60, 90] as const;

const speedColours = {
  light: ['#5a3d8c', '#2f62b5', '#00797c', '#b35c00', '#c9184a'],
  dark: ['#b79df0', '#6fa8ff', '#35c9c4', '#ffa94d', '#ff7096'],
} as const;

export const speedColour = ({ dark }: MapColours, step: number): string =>
  (dark ? speedColours.dark : speedColours.light)[step] ?? speedColours.light[0];

/** Returns the index of a speed's colour. */
export const speedStep = (kmh: number): number => SPEED_STEPS.filter((step) => kmh >= step).length;

const COLOURS = 256;

/** Encodes colour and style of the segment that leads to each position in one number. */
export const stylesOf = (track: Track, by: ColourBy): Uint16Array => {
  const { line, report_reson } = track;
  const styles = new Uint16Array(line.length);
  let status = lockStatusAt(track, line[0] ?? -1) ?? LOCK.initial;
  for (let n = 0; n < line.length; n++) {
    const record = line[n] as number;
    const reported = track.lock_status[record] as number;
    const colour = by === 'speed' ? speedStep(speedAt(track, n)) : status;
    const piece: SegmentStyle = isGap(track, n)
      ? SEGMENT_STYLE.silent
      : report_reson[record] === BLIND_SPOT
        ? SEGMENT_STYLE.stored
        : SEGMENT_STYLE.seen;
    styles[n] = piece * COLOURS + colour;
    // A state reported at a position applies from there on.
    if (!Number.isNaN(reported)) status = reported as LockStatus;
  }
  return styles;
};

export const segmentStyleOf = (style: number): SegmentStyle =>
  Math.floor(style / COLOURS) as SegmentStyle;

/** Returns the speed step or lock state that gives a style its colour. */
export const colourIndex = (style: number): number => style % COLOURS;

export const colourOf = (style: number, by: ColourBy, colours: MapColours): string =>
  by === 'speed'
    ? speedColour(colours, colourIndex(style))
    : (colours.states[colourIndex(style) as LockStatus] ?? colours.states[255]);

/** Line in plane units, without a jump at the antimeridian. */
export interface PlaneLine {
  readonly x: Float64Array;
  readonly y: Float64Array;
}

export const planeLineOf = ({ lat, lon, line }: Track, plane: Plane): PlaneLine => {
  const x = new Float64Array(line.length);
  const y = new Float64Array(line.length);
  const out: Pair = [0, 0];
  for (let n = 0; n < line.length; n++) {
    plane.toPlane(lon[line[n] as number] as number, lat[line[n] as number] as number, out);
    const turns = n === 0 ? 0 : Math.round(((x[n - 1] as number) - out[0]) / plane.worldWidth);
    x[n] = out[0] + turns * plane.worldWidth;
    y[n] = out[1];
  }
  return { x, y };
};

/** Margin around the window for the width of a line, px. */
const EDGE = 8;
/** Minimum distance between drawn positions, px. */
const NEAR = 0.75;

/**
 * Visits the segments that change pixels: positions closer than a pixel are merged, and segments outside of the window
 * are skipped. So 100,000 positions take one pass, and only visible strokes are drawn.
 * @param shift added to x, in plane units, for the visible copy of the world
 */
export const visitSegments = (
  { x, y }: PlaneLine,
  styles: Uint16Array,
  { scale, left, top, width, height }: PlaneWindow,
  shift: number,
  visit: (style: number, x1: number, y1: number, x2: number, y2: number) => void,
): void => {
  let fromX = ((x[0] ?? 0) + shift) * scale - left;
  let fromY = (y[0] ?? 0) * scale - top;
  for (let n = 1; n < x.length; n++) {
    const toX = ((x[n] as number) + shift) * scale - left;
    const toY = (y[n] as number) * scale - top;
    const style = styles[n] as number;
    const goesOn = styles[n + 1] === style;
    if (goesOn && Math.abs(toX - fromX) < NEAR && Math.abs(toY - fromY) < NEAR) continue;
    const outside =
      (fromX < -EDGE && toX < -EDGE) ||
      (fromY < -EDGE && toY < -EDGE) ||
      (fromX > width + EDGE && toX > width + EDGE) ||
      (fromY > height + EDGE && toY > height + EDGE);
    if (!outside) visit(style, fromX, fromY, toX, toY);
    fromX = toX;
    fromY = toY;
  }
};
