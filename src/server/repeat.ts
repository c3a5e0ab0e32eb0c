/**
 * Runs `work` at an interval, never twice at the same time, until the returned function is called.
 * @param every ms between two starts; a start is skipped while the previous run continues
 * @param failed receives the error of a run; later runs still take place
 * @returns the function that stops it; resolves when the current run has ended
 */
export const runEvery = (
  every: number,
  work: () => Promise<void>,
  failed: (error: Error) => void,
): (() => Promise<void>) => {
  let working: Promise<void> | undefined;
  const timer = setInterval(() => {
    working ??= work()
      .catch(failed)
      .finally(() => {
        working = undefined;
      });
  }, every);
  return async () => {
    clearInterval(timer);
    await working;
  };
};
