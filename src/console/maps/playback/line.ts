import type { Pair } from '../../../domain/geo/gcj02';
import type { LockStatus } from '../../../domain/lock';
import { isGap, lockStatusAt, speedAt, type Track } from '../../../domain/track/track';
import type { MapColours } from '../look';
import type { Plane } from '../plane';

/** What the colour of a line says. */
export type ColourBy = 'speed' | 'status';

/** Style of a segment: reported live, stored and sent later, or a straight line over a silence. */
export const SEGMENT_STYLE = { seen: 0, stored: 1, silent: 2 } as const;
export type SegmentStyle = (typeof SEGMENT_STYLE)[keyof typeof SEGMENT_STYLE];

/** From so many km/h on the next colour begins. */
export const SPEED_STEPS = [5, 30, 60, 90] as const;

const speedColours = {
  light: ['#5a3d8c', '#2f62b5', '#00797c', '#b35c00', '#c9184a'],
  dark: ['#b79df0', '#6fa8ff', '#35c9c4', '#ffa94d', '#ff7096'],
} as const;

export const speedColour = ({ dark }: MapColours, step: number): string =>
  (dark ? speedColours.dark : speedColours.light)[step] ?? speedColours.light[0];

/** The colour of a speed, as an index of `speedColour`. */
export const speedStep = (kmh: number): number => {
  const above = SPEED_STEPS.filter((step) => kmh >= step);
  return above.length;
};

/** Report type of a record stored in a blind spot and sent later. Specification section 4. */
const BLIND_SPOT_REPORT = 2;

/** As many colours as a line may have. */
const COLOURS = 256;

/** Colour and style of the segment that leads to each place, in one number. */
export const stylesOf = (track: Track, by: ColourBy): Uint16Array => {
  const { line, report_reson } = track;
  const styles = new Uint16Array(line.length);
  let status: LockStatus = lockStatusAt(track, line[0] ?? -1);
  for (let n = 0; n < line.length; n++) {
    const record = line[n] as number;
    const reported = track.lock_status[record] as number;
    const colour = by === 'speed' ? speedStep(speedAt(track, n)) : status;
    const piece: SegmentStyle = isGap(track, n)
      ? SEGMENT_STYLE.silent
      : report_reson[record] === BLIND_SPOT_REPORT
        ? SEGMENT_STYLE.stored
        : SEGMENT_STYLE.seen;
    styles[n] = piece * COLOURS + colour;
    // What was said at a place holds from there on.
    if (!Number.isNaN(reported)) status = reported as LockStatus;
  }
  return styles;
};

export const segmentStyleOf = (style: number): SegmentStyle =>
  Math.floor(style / COLOURS) as SegmentStyle;

/** The step of speed, or the lock's state, that a style has the colour of. */
export const colourIndex = (style: number): number => style % COLOURS;

/** The colour of a style in a theme. */
export const colourOf = (style: number, by: ColourBy, colours: MapColours): string =>
  by === 'speed'
    ? speedColour(colours, colourIndex(style))
    : (colours.states[colourIndex(style) as LockStatus] ?? colours.states[255]);

/** A line's places on a provider's plane, with no jump at the antimeridian. */
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

/** A window of the plane in pixels. */
interface Window {
  readonly scale: number;
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** Room around the window for the width of a line, px. */
const EDGE = 8;
/** Nearer than this to what is drawn already, a place changes no pixel. */
const NEAR = 0.75;

type Visit = (style: number, x1: number, y1: number, x2: number, y2: number) => void;

/**
 * Visits the segments of a line that change pixels: places closer together than a pixel are one, and what is out of the
 * window is left out. So 100,000 places cost a look each, and only as many strokes as there are to see.
 * @param shift added to x, in units of the plane: the copy of the world that is looked at
 */
export const visitSegments = (
  { x, y }: PlaneLine,
  styles: Uint16Array,
  { scale, left, top, width, height }: Window,
  shift: number,
  visit: Visit,
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
