// Durations, ms. DAY ignores changes of daylight saving time.

export const SECOND = 1_000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;

/** Units of stored durations, ms. */
export const UNIT_MS = { ms: 1, s: SECOND, min: MINUTE } as const;

export type DurationUnit = keyof typeof UNIT_MS;
