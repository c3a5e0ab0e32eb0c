import { setTimeout as delay } from 'node:timers/promises';

export interface TaskRun {
  /** Epoch ms. */
  readonly now: () => number;
  readonly signal: AbortSignal;
}

/** Background work. Every server runs every task; claims on rows decide which server does which row. */
export interface Task {
  readonly name: string;
  /** ms from one start to the next. Runs of a task never overlap. */
  readonly every: number;
  /** True if the first run waits for the interval; otherwise it takes place at the start. */
  readonly delayed?: boolean;
  /** Does the work that is due. True means that more is due now. A throw is logged; the next interval retries. */
  run(context: TaskRun): Promise<unknown>;
  /** Receives a function that runs the task at once, or again after the current run. */
  onWake?(listener: () => void): void;
  /** Ends work that outlives a run, after the last one. */
  release?(): Promise<void>;
}

export interface Clock {
  /** Epoch ms. */
  now(): number;
  /** Resolves after `ms`, or when the signal aborts. */
  sleep(ms: number, signal: AbortSignal): Promise<void>;
}

export const systemClock: Clock = {
  now: Date.now,
  sleep: (ms, signal) => delay(ms, undefined, { signal }).catch(() => {}),
};

/**
 * Runs each task at its interval until it is closed. A task that hangs delays no other.
 * @returns `close` aborts the signal, waits for running tasks and releases; it is safe to call twice
 */
export const startWorker = (
  tasks: readonly Task[],
  {
    clock = systemClock,
    log,
  }: { readonly clock?: Clock; readonly log: { error(text: string): void } },
) => {
  const closing = new AbortController();
  const { signal } = closing;
  const wakes: (() => void)[] = [];

  const logErrors = async ({ name }: Task, work: () => Promise<unknown>): Promise<unknown> => {
    try {
      return await work();
    } catch (error) {
      if (error !== signal.reason) log.error(`Task ${name}: ${(error as Error).message}`);
      return false;
    }
  };

  const loop = async (task: Task): Promise<void> => {
    let pause = new AbortController();
    const wake = () => pause.abort();
    wakes.push(wake);
    task.onWake?.(wake);
    if (task.delayed) await clock.sleep(task.every, pause.signal);
    while (!signal.aborted) {
      pause = new AbortController();
      const dueAt = clock.now() + task.every;
      const outcome = await logErrors(task, () => task.run({ now: clock.now, signal }));
      if (outcome === true || pause.signal.aborted) continue;
      // The clock may have been set back meanwhile.
      const rest = Math.min(task.every, dueAt - clock.now());
      await clock.sleep(Math.max(0, rest), pause.signal);
    }
  };

  const loops = tasks.map(loop);
  const close = async (): Promise<void> => {
    closing.abort();
    for (const wake of wakes) wake();
    await Promise.all(loops);
    await Promise.all(tasks.map((task) => logErrors(task, async () => task.release?.())));
  };
  let closed: Promise<void> | undefined;
  return { close: () => (closed ??= close()) };
};
