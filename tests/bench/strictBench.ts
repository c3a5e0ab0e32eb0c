import { type BenchOptions, bench as lenientBench } from 'vitest';

type Close = () => unknown;

const opened: Close[] = [];

/** Registers how to close what a bench has opened. The last is closed first, even if the file fails before its rows. */
export const closeAtEnd = (close: Close): void => void opened.push(close);

/** Closes all that the file has opened. @throws the errors of what does not close, after the others have closed */
export const closeOpened = async (): Promise<void> => {
  const errors: unknown[] = [];
  for (const close of opened.splice(0).reverse()) {
    await Promise.resolve()
      .then(close)
      .catch((error: unknown) => errors.push(error));
  }
  if (errors.length > 0) throw new AggregateError(errors, `Not closed: ${errors.join(', ')}`);
};

/** What the last row began besides its own work, until it has ended. */
let ending: unknown;

/**
 * Registers a benchmark that fails with its error, and begins when all that the row before has begun has ended. Vitest's
 * own leaves out a row that fails, says nothing, and does not wait for `teardown`.
 */
export const bench = (
  name: string,
  run: () => void | Promise<void>,
  { setup, teardown, ...options }: BenchOptions = {},
): void =>
  lenientBench(name, run, {
    ...options,
    setup: async (task, mode) => {
      await ending;
      await setup?.(task, mode);
    },
    teardown: (task, mode) => {
      ending = teardown?.(task, mode);
    },
    throws: true,
  });

/** Clock of a benchmark whose work measures its own time, such as that of a page. */
export const createPageClock = () => {
  let sum = 0;
  return {
    /** Adds the time that the work returns, ms. */
    measured: (work: () => Promise<number>) => async () => {
      sum += await work();
    },
    now: () => sum,
  };
};
