import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from './engine';
import { messageOf } from './messageOf';

/** A started database process or worker. */
export interface Running {
  /** Resolves with the reason when it has ended, asked for or not. */
  exited: Promise<string>;
  /** Ends it in an orderly way and waits. */
  stop(): Promise<void>;
}

const LONGEST_PAUSE = 30_000;

/**
 * Starts a database and starts it again whenever it ends by itself, such as by the kernel's
 * out-of-memory killer; the pool finds it under the same address. A failing first start rejects.
 */
export async function keepRunning(start: () => Promise<Running>, log: Log) {
  const stopping = new AbortController();
  let running = await start();

  const restart = async (): Promise<void> => {
    for (let pause = 500; ; pause = Math.min(pause * 2, LONGEST_PAUSE)) {
      await sleep(pause, undefined, { signal: stopping.signal }).catch(() => {});
      if (stopping.signal.aborted) return;
      try {
        running = await start();
        log('Storage: running again');
        return;
      } catch (error) {
        log(`Storage: cannot start again: ${messageOf(error)}`);
      }
    }
  };

  const guard = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      const reason = await running.exited;
      if (stopping.signal.aborted) return;
      log(`Storage: the database ended by itself (${reason}), starting it again`);
      await restart();
    }
  };
  const guarding = guard();

  return {
    stop: async () => {
      stopping.abort();
      await running.stop();
      await guarding;
      // A restart that was under way when stop was called.
      await running.stop();
    },
  };
}
