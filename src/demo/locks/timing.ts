/** Minimum and maximum, ms. */
type Range = readonly [least: number, most: number];

/** Ranges of the times that a simulated lock takes. */
export interface Timing {
  /** Between two reports on the road. */
  moving: Range;
  /** Between two reports at rest. */
  parked: Range;
  /** From a command to its answer. */
  reply: Range;
  /** From a command to its answer, for a lock that answers late. */
  late: Range;
  /** From an upgrade command to its answer: download, flashing and restart. */
  upgrade: Range;
  /** Until the driver opens an unsealed lock. */
  hand: Range;
  /** Until it is closed again. */
  open: Range;
  /** Sleep between two connections. */
  asleep: Range;
  /** Connection time of a sleeping lock. */
  awake: Range;
  /** Until a tampered lock is sealed by card. */
  repair: Range;
}

/** Times of real locks, but shorter at rest and asleep, so that a demonstration shows something within minutes. */
export const usualTiming: Timing = {
  moving: [10_000, 30_000],
  parked: [90_000, 180_000],
  reply: [300, 2_000],
  late: [65_000, 90_000],
  upgrade: [4_000, 10_000],
  hand: [20_000, 40_000],
  open: [120_000, 300_000],
  asleep: [240_000, 480_000],
  awake: [20_000, 40_000],
  repair: [1_200_000, 2_400_000],
};
