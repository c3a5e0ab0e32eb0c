/** Minimum and maximum, ms. */
type Range = readonly [least: number, most: number];

/** Times of real locks, but shorter at rest and asleep, so that a demonstration shows something within minutes. */
export const usualTiming = {
  /** Between two reports on the road. */
  moving: [10_000, 30_000],
  /** Between two reports at rest. */
  parked: [90_000, 180_000],
  /** From a command to its answer. */
  reply: [300, 2_000],
  /** From an upgrade command to its answer: download, flashing and restart. */
  upgrade: [4_000, 10_000],
  /** Until the driver opens an unsealed lock. */
  hand: [20_000, 40_000],
  /** Until it is closed again. */
  open: [120_000, 300_000],
  /** Sleep between two connections. */
  asleep: [240_000, 480_000],
  /** Connection time of a sleeping lock. */
  awake: [20_000, 40_000],
  /** Until a tampered lock is sealed by card. */
  repair: [1_200_000, 2_400_000],
} as const satisfies Readonly<Record<string, Range>>;

/** Runs a task once, after a time in ms. */
export type RunLater = (ms: number, task: () => void) => void;

export type Timing = Readonly<Record<keyof typeof usualTiming, Range>>;
