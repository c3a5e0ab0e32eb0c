import { bearing, distance } from '../../../domain/geo/geometry';
import type { TrackPoint } from './trackPoint';

export interface MovingPoint extends TrackPoint {
  /** km/h. */
  speed: number;
  /** Degrees from north, clockwise, 0 to below 360. */
  course: number;
}

/** Below it a step is a receiver's noise and has no direction. */
const STEP_METRES = 3;
/** No truck drives faster; what does is a jump of the receiver. */
const MAX_SPEED = 200;

const round = (value: number, digits: number): number => Number(value.toFixed(digits));

/**
 * Adds speed and course, from each point to the one before it; the first point has those of the second. At rest the
 * course stays what it was.
 * @param points in the order of time
 */
export const withMotion = (points: readonly TrackPoint[]): MovingPoint[] => {
  let speed = 0;
  let course = 0;
  const moving = points.map((point, i) => {
    const before = points[i - 1] ?? point;
    const seconds = (point.time - before.time) / 1000;
    const metres = distance(before, point);
    if (seconds > 0) speed = round(Math.min((metres / seconds) * 3.6, MAX_SPEED), 1);
    if (metres >= STEP_METRES) course = round(bearing(before, point), 0) % 360;
    return { ...point, speed, course };
  });
  const [first, second] = moving;
  return first && second
    ? [{ ...first, speed: second.speed, course: second.course }, ...moving.slice(1)]
    : moving;
};
