import { randomUUID } from 'node:crypto';
import { open, rm, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type { Console } from '../../config';
import { type Database, inTransaction, type Store } from '../db';
import type { Fleet } from '../fleet';

interface HealthDependencies {
  readonly store: Pick<Store, 'db' | 'ping'>;
  readonly config: Console;
  readonly fleet: Pick<Fleet, 'isConnected'>;
  /** Uploads are kept in it. */
  readonly dataDir: string;
}

/** Answers are this old at the most, ms: anybody may ask. */
const FRESH = 1_000;

/** Tells whoever watches over the server whether it is well: 200, or 503 with what is missing. */
export const registerHealth = (app: FastifyInstance, watched: HealthDependencies): void => {
  let last: { readonly at: number; readonly missing: Promise<readonly string[]> } | undefined;
  app.get('/healthz', async (_request, reply) => {
    if (!last || Math.abs(Date.now() - last.at) > FRESH) {
      last = { at: Date.now(), missing: missingNow(watched) };
    }
    const missing = await last.missing;
    reply.header('cache-control', 'no-store');
    return missing.length === 0
      ? reply.send({ status: 'ok' })
      : reply.code(503).send({ status: `no ${missing.join(', ')}` });
  });
};

/** Longer than this nobody waits for the answer, ms. */
const PATIENCE = 5_000;

const missingNow = async ({
  store,
  config,
  fleet,
  dataDir,
}: HealthDependencies): Promise<string[]> => {
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
  // Without the database there is no log either.
  return missing.includes('database') ? missing.filter((name) => name !== 'log') : missing;
};

const isWell = async (check: () => Promise<unknown>): Promise<boolean> => {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(resolve, PATIENCE, false);
  });
  const well = check().then(
    () => true,
    () => false,
  );
  return Promise.race([well, late]).finally(() => clearTimeout(timer));
};

const LOG = 'operationLog';

class ProbeRollback extends Error {}

/** A column that must have a value: so far the row came. */
const NOT_NULL = '23502';

/** Writes a row of the operation log and takes it back. */
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

/** Bytes that must be free: an upload, and what the database needs to say that it has none left. */
const LEAST_FREE = 64 * 2 ** 20;

/** Writes a file to the disk itself and removes it. */
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
