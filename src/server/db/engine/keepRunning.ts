import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from 'pg';
import { MINUTE } from '../../../domain/duration';
import { codeOf, type Log, messageOf } from './engine';

export interface Running {
  /** Resolves with the reason when it has ended, on request or by itself. */
  exited: Promise<string>;
  /** Shuts it down in an orderly way and waits for the end. */
  stop(): Promise<void>;
}

const MAX_PAUSE = 30_000;

/**
 * Starts a database and restarts it whenever it ends by itself, for example because of the kernel's out-of-memory
 * killer. The pool reconnects to the same address. Rejects if the first start fails.
 */
export async function keepRunning(start: () => Promise<Running>, log: Log) {
  const stopping = new AbortController();
  let running = await start();

  const restart = async (): Promise<void> => {
    for (let pause = 500; ; pause = Math.min(pause * 2, MAX_PAUSE)) {
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
      // Stops a restart that was in progress.
      await running.stop();
    },
  };
}

const PATIENCE = 5 * MINUTE;

/**
 * Polls a starting database until it answers. Throws if it ends meanwhile, refuses the user (SQLSTATE class 28), or
 * does not answer within 5 minutes: replaying the log of a killed database takes seconds, on slow disks minutes.
 */
export async function waitUntilReady(pool: Pool, database: Running): Promise<void> {
  const start = Date.now();
  // Every early query becomes a line in PostgreSQL's log.
  for (let pause = 20; ; pause = Math.min(pause * 1.5, 500)) {
    const outcome = await Promise.race([
      pool.query('select 1').then(
        () => undefined,
        (error: Error) => error,
      ),
      database.exited.then((reason) => reason),
    ]);
    if (outcome === undefined) return;
    if (typeof outcome === 'string') throw new Error(`the database ended at once: ${outcome}`);
    if (codeOf(outcome).startsWith('28') || Date.now() - start > PATIENCE) throw outcome;
    await sleep(pause);
  }
}
