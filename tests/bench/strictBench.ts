import { type BenchOptions, bench as lenientBench } from 'vitest';

/** Registers a benchmark that fails with its error. Vitest's own leaves out a row that fails, and says nothing. */
export const bench = (
  name: string,
  run: () => void | Promise<void>,
  options: BenchOptions = {},
): void => lenientBench(name, run, { ...options, throws: true });

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
