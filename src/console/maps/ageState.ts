/** How much the data on the screen can be trusted to be now. */
export type AgeState = 'waiting' | 'offline' | 'live' | 'late' | 'stale' | 'paused';

/** The server answers at least every 8 s; a little more is the network. */
const LIVE_MS = 12_000;
const STALE_MS = 30_000;

/**
 * Judges the age of data.
 * @param lastAnswer when the server last answered, ms since 1970; null before the first answer
 * @param connected false while no further answer is to be expected
 */
export const ageState = (lastAnswer: number | null, connected: boolean, now: number): AgeState => {
  if (lastAnswer === null) return connected ? 'waiting' : 'offline';
  if (!connected) return 'paused';
  const age = now - lastAnswer;
  if (age < LIVE_MS) return 'live';
  return age < STALE_MS ? 'late' : 'stale';
};

/** A span in the largest unit that says enough: 12 s, 3 min, 2 h, 4 d. */
export const spanOf = (
  ms: number,
): { value: number; unit: 'second' | 'minute' | 'hour' | 'day' } => {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  if (seconds < 60) return { value: seconds, unit: 'second' };
  if (seconds < 3600) return { value: Math.floor(seconds / 60), unit: 'minute' };
  if (seconds < 86_400) return { value: Math.floor(seconds / 3600), unit: 'hour' };
  return { value: Math.floor(seconds / 86_400), unit: 'day' };
};
