/** The server's clock, as far as this browser can know it. */
export interface Clock {
  /** ms since 1970; never the same twice, so that two equal bodies are never signed alike and taken for a replay. */
  now(): number;
  /** Takes note of the server's time; answers whether this clock was wrong by more than a request may take. */
  learn(serverTime: number): boolean;
}

/** A `Date` header counts whole seconds and a request takes up to ten. */
const TOLERANCE = 15_000;

/** @param local this machine's clock, ms since 1970 */
export const createClock = (local: () => number = Date.now): Clock => {
  let offset = 0;
  let last = 0;
  return {
    now: () => {
      last = Math.max(last + 1, local() + offset);
      return last;
    },
    learn: (serverTime) => {
      const wrong = serverTime - (local() + offset);
      // Also false for NaN, the time of a server that does not say.
      if (!(Math.abs(wrong) > TOLERANCE)) return false;
      offset += wrong;
      last = 0;
      return true;
    },
  };
};
