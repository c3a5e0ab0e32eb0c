import { setImmediate } from 'node:timers/promises';
import { describe, expect, it, vi } from 'vitest';
import {
  type Clock,
  startWorker,
  type Task,
  type TaskRun,
} from '../../../../src/server/work/worker';

/** A clock that stands still until the test advances it. */
const fakeClock = () => {
  let now = 0;
  const sleeps = new Set<{ readonly until: number; readonly end: () => void }>();
  const clock: Clock = {
    now: () => now,
    sleep: (ms, signal) =>
      new Promise((resolve) => {
        const sleep = {
          until: now + ms,
          end: () => {
            sleeps.delete(sleep);
            resolve();
          },
        };
        sleeps.add(sleep);
        signal.addEventListener('abort', sleep.end);
      }),
  };
  const advance = async (ms: number): Promise<void> => {
    const end = now + ms;
    for (;;) {
      await setImmediate();
      const [next] = [...sleeps].sort((one, other) => one.until - other.until);
      if (!next || next.until > end) break;
      now = next.until;
      next.end();
    }
    now = end;
  };
  return { clock, advance, sleeps };
};

type Run = (context: TaskRun, clock: Clock) => Promise<unknown>;

const start = (run: Run, more: Partial<Task> = {}) => {
  const errors: string[] = [];
  const { clock, advance, sleeps } = fakeClock();
  const task = {
    name: 'count',
    every: 100,
    run: (context: TaskRun) => run(context, clock),
    ...more,
  };
  const worker = startWorker([task], { clock, log: { error: (text) => errors.push(text) } });
  return { ...worker, advance, sleeps, errors };
};

/** Work that ends when the test says so. */
const heldBack = () => {
  let finish = () => {};
  const end = new Promise<void>((resolve) => {
    finish = resolve;
  });
  return { run: vi.fn<Task['run']>(() => end), finish };
};

describe('a task', () => {
  it('runs at the start, then at its interval until the worker closes', async () => {
    const times: number[] = [];
    const { advance, close } = start(async ({ now }) => void times.push(now()));
    await advance(250);
    expect(times).toEqual([0, 100, 200]);
    await close();
    await advance(500);
    expect(times).toHaveLength(3);
  });

  it('runs at its interval first if it is delayed', async () => {
    const times: number[] = [];
    const run: Run = async ({ now }) => void times.push(now());
    const { advance, close } = start(run, { delayed: true });
    await advance(250);
    expect(times).toEqual([100, 200]);
    await close();
    const late = start(run, { delayed: true });
    await late.close();
    expect(times).toHaveLength(2);
  });

  it('never overlaps itself, and its interval counts from start to start', async () => {
    const times: number[] = [];
    const { advance, errors, close } = start(async ({ now, signal }, { sleep }) => {
      times.push(now());
      await sleep(times.length === 1 ? 150 : 30, signal);
    });
    await advance(400);
    expect(times).toEqual([0, 150, 250, 350]);
    expect(errors).toEqual([]);
    await close();
  });

  it('is not delayed by a hanging task', async () => {
    const { run: hang, finish } = heldBack();
    const run = vi.fn(async () => {});
    const { clock, advance } = fakeClock();
    const tasks = [
      { name: 'hang', every: 100, run: hang },
      { name: 'count', every: 100, run },
    ];
    const { close } = startWorker(tasks, { clock, log: { error: expect.unreachable } });
    await advance(250);
    expect(hang).toHaveBeenCalledTimes(1);
    expect(run).toHaveBeenCalledTimes(3);
    finish();
    await close();
  });

  it('is logged after an error, and runs again at the next interval', async () => {
    const run = vi.fn(async () => {}).mockRejectedValueOnce(new Error('no room'));
    const { advance, errors, close } = start(run);
    await advance(99);
    expect(errors).toEqual(['Task count: no room']);
    expect(run).toHaveBeenCalledTimes(1);
    await advance(1);
    expect(run).toHaveBeenCalledTimes(2);
    expect(errors).toHaveLength(1);
    await close();
  });

  it('runs again at once if it has more to do', async () => {
    let left = 4;
    const run = vi.fn(async () => --left > 0);
    const { advance, close } = start(run);
    await advance(0);
    expect(run).toHaveBeenCalledTimes(4);
    await advance(100);
    expect(run).toHaveBeenCalledTimes(5);
    await close();
  });

  it('sleeps up to its interval if the clock is set back', async () => {
    const { advance, sleeps, errors, close } = start(async (_, clock) => {
      vi.spyOn(clock, 'now').mockReturnValueOnce(-3_600_000);
    });
    await advance(0);
    expect([...sleeps].map(({ until }) => until)).toEqual([100]);
    expect(errors).toEqual([]);
    await close();
  });
});

describe('a task that is woken', () => {
  const startWoken = (run: Run) => {
    let wake = () => {};
    const started = start(run, {
      onWake: (listener) => {
        wake = listener;
      },
    });
    return { ...started, wake: () => wake() };
  };

  it('runs at once', async () => {
    const run = vi.fn(async () => {});
    const { advance, wake, close } = startWoken(run);
    await advance(50);
    wake();
    await advance(0);
    expect(run).toHaveBeenCalledTimes(2);
    await advance(99);
    expect(run).toHaveBeenCalledTimes(2);
    await advance(1);
    expect(run).toHaveBeenCalledTimes(3);
    await close();
  });

  it('runs once more if it is already running', async () => {
    const { run, finish } = heldBack();
    const { advance, wake, close } = startWoken(run);
    wake();
    wake();
    await advance(0);
    expect(run).toHaveBeenCalledTimes(1);
    finish();
    await advance(0);
    expect(run).toHaveBeenCalledTimes(2);
    await close();
  });
});

describe('a closing worker', () => {
  it('aborts the run, waits for it, and releases once even if closed twice', async () => {
    const { run, finish } = heldBack();
    const release = vi.fn(async () => {});
    const { close } = start(run, { release });
    const onEnd = vi.fn();
    const closing = Promise.all([close(), close()]).then(onEnd);
    await setImmediate();
    expect(run.mock.calls[0]?.[0].signal.aborted).toBe(true);
    expect(release).not.toHaveBeenCalled();
    expect(onEnd).not.toHaveBeenCalled();
    finish();
    await closing;
    await close();
    expect(release).toHaveBeenCalledTimes(1);
    expect(run).toHaveBeenCalledTimes(1);
  });

  it('ends the sleep of many tasks without a Node.js warning', async () => {
    const warn = vi.fn();
    process.on('warning', warn);
    const { clock, advance, sleeps } = fakeClock();
    const run = vi.fn(async () => {});
    const tasks = Array.from({ length: 20 }, (_, i) => ({ name: `${i}`, every: 100, run }));
    const { close } = startWorker(tasks, { clock, log: { error: expect.unreachable } });
    await advance(50);
    expect(sleeps.size).toBe(20);
    await close();
    await setImmediate();
    expect(run).toHaveBeenCalledTimes(20);
    expect(warn).not.toHaveBeenCalled();
    process.off('warning', warn);
  });

  it('does not log an aborted run, but logs other errors', async () => {
    const stopping = start(async ({ signal }) => {
      await setImmediate();
      signal.throwIfAborted();
    });
    await stopping.close();
    expect(stopping.errors).toEqual([]);
    const failing = start(
      async () => {
        await setImmediate();
        throw new Error('no room');
      },
      { release: () => Promise.reject(new Error('no database')) },
    );
    await failing.close();
    expect(failing.errors).toEqual(['Task count: no room', 'Task count: no database']);
  });
});
