import { setTimeout } from 'node:timers/promises';
import { onTestFinished } from 'vitest';
import { startWorker, type Task } from '../../src/server/work/worker';

interface Options {
  /** The test's clock, ms since 1970. */
  readonly now?: () => number;
  readonly log?: { error(text: string): void };
}

/** Runs tasks every few milliseconds, until it is closed or the test ends. */
export const runTasks = (
  tasks: readonly Task[],
  { now = Date.now, log = { error: () => {} } }: Options = {},
): (() => Promise<void>) => {
  const sleep = (_ms: number, signal: AbortSignal) =>
    setTimeout(5, undefined, { signal }).catch(() => {});
  const { close } = startWorker(tasks, { clock: { now, sleep }, log });
  onTestFinished(close);
  return close;
};

/** Runs each task until nothing more is due. */
export const runOnce = async (tasks: readonly Task[], now: () => number): Promise<void> => {
  const { signal } = new AbortController();
  for (const task of tasks) while ((await task.run({ now, signal })) === true);
};
