import { type BenchOptions, bench as lenientBench } from 'vitest';

type Close = () => unknown;

const opened: Close[] = [];

/** Registers how to close what a bench has opened. The last is closed first, even if the file fails before its rows. */
export const closeAtEnd = (close: Close): void => void opened.push(close);

/** Errors of rows and of closing. */
const errors: unknown[] = [];
const note = (error: unknown): void => void errors.push(error);

/** Closes all that the file has opened. @throws the errors of its rows and of closing, when all is closed */
export const closeOpened = async (): Promise<void> => {
  for (const close of opened.splice(0).reverse()) await Promise.resolve().then(close).catch(note);
  const all = errors.splice(0);
  if (all.length > 0) throw new AggregateError(all, all.join('\n'));
};

/** Teardown of the last row. */
let ending: Promise<unknown> | undefined;

/**
 * Registers a benchmark whose error fails the run, and which begins when all that the row before has begun has ended.
 * Vitest's own leaves out a row that fails, or waits for it without end, and does not wait for `teardown`.
 */
export const bench = (
  name: string,
  run: () => void | Promise<void>,
  { setup, teardown, ...options }: BenchOptions = {},
): void => {
  const fail = (error: unknown) => note(new Error(`${name}: ${error}`, { cause: error }));
  const noted = (): void | Promise<void> => {
    try {
      return run()?.catch(fail);
    } catch (error) {
      return fail(error);
    }
  };
  lenientBench(name, noted, {
    ...options,
    setup: async (task, mode) => {
      await ending;
      await Promise.resolve(setup?.(task, mode)).catch(fail);
    },
    teardown: (task, mode) => {
      ending = Promise.resolve(teardown?.(task, mode)).catch(fail);
    },
  });
};

/** Longest wait for what a bench has begun, ms. */
const LONGEST_WAIT = 120_000;

/** Waits for work of a bench. @throws if it does not end, so that a bench fails instead of waiting for ever */
export const waitUntil = async (isDone: () => Promise<boolean> | boolean): Promise<void> => {
  const end = performance.now() + LONGEST_WAIT;
  while (!(await isDone())) {
    if (performance.now() > end) throw new Error(`Waited ${LONGEST_WAIT} ms for nothing`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
};

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
