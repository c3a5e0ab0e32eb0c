import { HOUR, MINUTE } from '../duration';

/** Limits that separate moving from standing, in playback and in the mileage report (`legsSql` in SQL). */
export const MOTION = {
  /** A lock that reports a lower speed is standing, km/h. */
  standingKmh: 3,
  /** Maximum drift of the positions of a standing lock, metres. */
  drift: 60,
  /** A lock that reports standing moves all the same over a longer distance, metres: it is carried. */
  carried: 200,
  /** Shorter halts are traffic lights and do not count, ms. */
  minStop: 3 * MINUTE,
  /**
   * A move over a longer pause between two reports is unreported, ms. It depends on nothing but the two reports, so that
   * the sums of a day are those of its parts.
   */
  maxPause: 10 * MINUTE,
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

/** True if the lock moves on a leg. `legsSql` has the same rule in SQL. */
export const moves = ({ metres, speed, withinStay }: Way): boolean =>
  Number.isNaN(speed)
    ? metres > MOTION.drift || !withinStay
    : speed >= MOTION.standingKmh || metres > MOTION.carried;

/** Sums of the legs between consecutive positions, of those that reach beyond a time range the share within it. */
export interface TrackSums {
  /** Distance of the moves, metres, without the drift of a standing lock and without unreported moves. */
  readonly metres: number;
  /** Distance of the moves over pauses of more than `MOTION.maxPause`, metres. */
  readonly unreported: number;
  /** Duration of the moves, ms. */
  readonly moving: number;
  /** Duration of the legs on which the lock stays where it is, ms. */
  readonly standing: number;
  /** Duration of unreported moves, and of legs that no lock could travel, ms. */
  readonly silent: number;
}
