const DAY = 86_400_000;
const MINUTE = 60_000;

/**
 * When each of the last days began, oldest first, today included; ms since 1970.
 * @param offset minutes east of UTC, which say when a day begins
 */
export const lastDays = (count: number, now: number, offset: number): number[] => {
  const shift = offset * MINUTE;
  const today = Math.floor((now + shift) / DAY) * DAY - shift;
  return Array.from({ length: count }, (_, i) => today - (count - 1 - i) * DAY);
};

/** The last ms of a day that began at `day`. */
export const endOfDay = (day: number): number => day + DAY - 1;

/** The reader's minutes east of UTC. */
export const readerOffset = (now: number): number => -new Date(now).getTimezoneOffset();
