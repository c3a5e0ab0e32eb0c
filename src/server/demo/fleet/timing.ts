/** Least and most, ms. */
export type Range = readonly [least: number, most: number];

/** How long a simulated lock takes, ms, from and to. */
export interface Timing {
  /** From one report to the next on the road. */
  moving: Range;
  /** The same at rest. */
  parked: Range;
  /** From a command to its answer. */
  reply: Range;
  /** From an upgrade to its answer: fetching, writing, starting anew. */
  upgrade: Range;
  /** Until somebody opens a lock that was unsealed. */
  hand: Range;
  /** Until it is closed again. */
  open: Range;
  /** How long a sleeper sleeps. */
  asleep: Range;
  /** How long it stays awake. */
  awake: Range;
  /** Until a tampered lock is sealed by card. */
  repair: Range;
}

/** As real locks have it, a little quicker at rest and asleep: nobody watches a demonstration for hours. */
export const usualTiming: Timing = {
  moving: [10_000, 30_000],
  parked: [90_000, 180_000],
  reply: [300, 2_000],
  upgrade: [4_000, 10_000],
  hand: [20_000, 40_000],
  open: [120_000, 300_000],
  asleep: [240_000, 480_000],
  awake: [20_000, 40_000],
  repair: [1_200_000, 2_400_000],
};
