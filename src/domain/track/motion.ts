import { HOUR, MINUTE } from '../duration';

/** Limits between moving and standing, for playback and for the mileage report. */
export const MOTION = {
  /** A lock that reports a lower speed stands, km/h. */
  standingKmh: 3,
  /** Farthest that fixes lie from a lock that stands, metres. */
  drift: 60,
  /** A lock that reports no speed over a longer way was carried, metres. */
  carried: 200,
  /** A shorter halt is a traffic light, ms. */
  minStop: 3 * MINUTE,
  /** After a longer silence nobody knows where a lock was, ms: one that sleeps wakes up once a day. */
  maxSilence: 26 * HOUR,
} as const;

/** A way from one fix of a lock to the next. */
export interface Way {
  readonly metres: number;
  /** km/h: the higher of those reported at its ends; NaN if none was. */
  readonly speed: number;
  /** The way lies between two fixes that are near each other and the time of a stop apart, or more. */
  readonly withinStay: boolean;
}

/** Tells whether a lock moves on a way. The mileage report asks the same in SQL. */
export const moves = ({ metres, speed, withinStay }: Way): boolean =>
  Number.isNaN(speed)
    ? metres > MOTION.drift || !withinStay
    : speed >= MOTION.standingKmh || metres > MOTION.carried;
