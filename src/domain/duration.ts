// Lengths of time, ms. A day on which clocks are changed is longer or shorter, but not by what its clocks say.

export const SECOND = 1_000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** Units that lengths of time are kept in, ms. */
export const UNIT_MS = { ms: 1, s: SECOND, min: MINUTE } as const;

export type DurationUnit = keyof typeof UNIT_MS;
