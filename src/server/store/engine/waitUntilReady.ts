import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from 'pg';
import { codeOf } from './codeOf';
import type { Running } from './keepRunning';

const PATIENCE = 5 * 60_000;

/**
 * Asks a starting database until it answers. Throws when it ends meanwhile, refuses our user
 * (SQLSTATE class 28) or does not answer within 5 minutes: replaying the log of a killed database
 * takes seconds, on slow disks minutes.
 */
export async function waitUntilReady(pool: Pool, database: Running): Promise<void> {
  const start = Date.now();
  // Every early question becomes a line in PostgreSQL's log.
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
