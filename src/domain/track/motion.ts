import { HOUR, MINUTE } from '../duration';

/** Limits that separate moving from standing, in playback and in the mileage report. */
export const MOTION = {
  /** A lock that reports a lower speed is standing, km/h. */
  standingKmh: 3,
  /** Maximum drift of the positions of a standing lock, metres. */
  drift: 60,
  /** A lock that reports standing moves all the same over a longer distance, metres: it is carried. */
  carried: 200,
  /** Shorter halts are traffic lights and do not count, ms. */
  minStop: 3 * MINUTE,
  /** After a longer gap the position is unknown, ms. A sleeping lock wakes up once a day. */
  maxSilence: 26 * HOUR,
} as const;

/** Leg from one position of a lock to the next. */
export interface Way {
  readonly metres: number;
  /** The higher of the speeds reported at its ends, km/h; NaN if none was reported. */
  readonly speed: number;
  /** True if the leg is part of a stay: two positions close to each other, at least the minimum stop apart in time. */
  readonly withinStay: boolean;
}

/** True if the lock moves on a leg. The mileage report has the same rule in SQL. */
export const moves = ({ metres, speed, withinStay }: Way): boolean =>
  Number.isNaN(speed)
    ? metres > MOTION.drift || !withinStay
    : speed >= MOTION.standingKmh || metres > MOTION.carried;
