import { type BenchOptions, bench as lenientBench } from 'vitest';

/** Registers a benchmark that fails with its error. Vitest's own leaves out a row that fails, and says nothing. */
export const bench = (
  name: string,
  run: () => void | Promise<void>,
  options: BenchOptions = {},
): void => lenientBench(name, run, { ...options, throws: true });
