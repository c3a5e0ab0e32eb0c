import { randomUUID } from 'node:crypto';
import { open, rm, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type { Console } from '../../config';
import { type Database, inTransaction, type Store } from '../db';
import { isClockInDoubt } from '../db/serverClock';
import type { Fleet } from '../fleet';
import type { openVersionGate } from './versionGate';

interface HealthDependencies {
  readonly gate: Pick<ReturnType<typeof openVersionGate>, 'refusal'>;
  readonly store: Pick<Store, 'db' | 'ping' | 'warning'>;
  readonly config: Console;
  readonly fleet: Pick<Fleet, 'isConnected'>;
  /** Folder of received files and local copies. */
  readonly dataDir: string;
}

/** Maximum age of an answer, ms. The call is public, so it must not run the checks for every request. */
const FRESH = 1_000;

/** Serves `/healthz` for monitoring: 200, or 503 with the failing parts. */
export const registerHealth = (app: FastifyInstance, watched: HealthDependencies): void => {
  const look = () => ({ at: Date.now(), missing: missingNow(watched), note: noteNow(watched) });
  let last: ReturnType<typeof look> | undefined;
  app.get('/healthz', async (_request, reply) => {
    if (!last || Math.abs(Date.now() - last.at) > FRESH) last = look();
    const missing = await last.missing;
    reply.header('cache-control', 'no-store');
    // Without the database the version is unknown.
    const refusal = missing.includes('database')
      ? undefined
      : await watched.gate.refusal().catch(() => undefined);
    if (refusal || missing.length > 0)
      return reply.code(503).send({ status: refusal ?? `no ${missing.join(', ')}` });
    const note = await last.note;
    return reply.send({ status: 'ok', ...(note && { note }) });
  });
};

/** Returns what an administrator should see to, although the server works. */
const noteNow = async ({ store }: HealthDependencies): Promise<string | undefined> => {
  const isInDoubt = await isClockInDoubt(store.db, Date.now()).catch(() => false);
  const notes = [store.warning, isInDoubt && 'old records are not deleted: the clock is in doubt'];
  return notes.filter(Boolean).join('; ') || undefined;
};

/** Timeout of a check, ms. */
const PATIENCE = 5_000;

const missingNow = async (watched: HealthDependencies): Promise<string[]> => {
  const { store, config, fleet, dataDir } = watched;
  const hasLog = config.entities.some(({ name }) => name === LOG);
  const checks: Readonly<Record<string, () => Promise<unknown>>> = {
    database: store.ping,
    ...(hasLog && { log: () => tryLog(store.db) }),
    disk: () => tryDisk(dataDir),
    broker: async () => {
      if (!fleet.isConnected()) throw new Error('Not connected');
    },
  };
  const names = await Promise.all(
    Object.entries(checks).map(async ([name, check]) => ((await isWell(check)) ? [] : [name])),
  );
  const missing = names.flat();
  // Without the database the log fails too, so it is not listed.
  return missing.includes('database') ? missing.filter((name) => name !== 'log') : missing;
};

const isWell = (check: () => Promise<unknown>): Promise<boolean> => {
  const well = check().then(
    () => true,
    () => false,
  );
  return Promise.race([well, sleep(PATIENCE, false, { ref: false })]);
};

const LOG = 'operationLog';

class ProbeRollback extends Error {}

/** PostgreSQL's code for a missing required value. The row reached the table then, so the log is writable. */
const NOT_NULL = '23502';

/** Inserts a row into the operation log and rolls it back. */
const tryLog = async (db: Database): Promise<void> => {
  try {
    await inTransaction(db, async (transaction) => {
      await sql`insert into ${sql.table(LOG)} (create_time) values (${Date.now()})`.execute(
        transaction,
      );
      throw new ProbeRollback();
    });
  } catch (error) {
    const isTried = error instanceof Error && 'code' in error && error.code === NOT_NULL;
    if (!(error instanceof ProbeRollback) && !isTried) throw error;
  }
};

/** Minimum free bytes: room for an upload, and for the database to report a full disk. */
const LEAST_FREE = 64 * 2 ** 20;

/** Writes a file through to the disk and removes it. */
const tryDisk = async (folder: string): Promise<void> => {
  const { bavail, bsize } = await statfs(folder);
  if (bavail * bsize < LEAST_FREE) throw new Error('The disk is full');
  const path = join(folder, `.health-${randomUUID()}`);
  try {
    const file = await open(path, 'wx', 0o600);
    try {
      await file.writeFile('.');
      await file.datasync();
    } finally {
      await file.close();
    }
  } finally {
    await rm(path, { force: true });
  }
};
