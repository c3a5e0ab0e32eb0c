/**
 * Does work again and again, never twice at once, until it is closed.
 * @param every ms from one beginning to the next; one that would come while the work goes on is left out
 * @param failed is told what went wrong; the next time comes all the same
 * @returns the function that closes it, done when the work under way is
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
