import { randomUUID } from 'node:crypto';
import { open, rm, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { Store } from '../db';
import { isClockInDoubt } from '../db/serverClock';
import type { Fleet } from '../fleet';
import type { openVersionGate } from './versionGate';

interface HealthDependencies {
  readonly gate: Pick<ReturnType<typeof openVersionGate>, 'refusal'>;
  readonly store: Pick<Store, 'db' | 'ping' | 'warning'>;
  readonly fleet: Pick<Fleet, 'isConnected'>;
  /** Folder of received files and local copies. */
  readonly dataDir: string;
}

export type Health = ReturnType<typeof openHealth>;

/** Maximum age of the checks, ms. The path is public, so they must not run for every request. */
const FRESH = 1_000;

/** Opens what tells whether this server works, for monitoring and load balancers. */
export const openHealth = (watched: HealthDependencies) => {
  const look = () => ({
    at: performance.now(),
    missing: missingNow(watched),
    note: noteNow(watched),
  });
  let last: ReturnType<typeof look> | undefined;
  let isDraining = false;
  /** @returns `status` 'ok', or why this server should get no requests */
  const check = async () => {
    if (isDraining) return { status: 'stopping' };
    if (!last || performance.now() - last.at > FRESH) last = look();
    const failing = await last.missing;
    // At once: a broker that has restarted loses what locks send before the subscription.
    const missing = watched.fleet.isConnected() ? failing : [...failing, 'broker'];
    // Without the database the version is unknown.
    const refusal = missing.includes('database')
      ? undefined
      : await watched.gate.refusal().catch(() => undefined);
    if (refusal || missing.length > 0) return { status: refusal ?? `no ${missing.join(', ')}` };
    const note = await last.note;
    return { status: 'ok', ...(note && { note }) };
  };
  return {
    /** Tells load balancers that this server stops. */
    drain: (): void => {
      isDraining = true;
    },
    /** Serves paths that answer 200 while this server works, else 503 and the reason. */
    serve: (app: FastifyInstance, paths: readonly string[]): void => {
      for (const path of paths) {
        app.get(path, async (_request, reply) => {
          const answer = await check();
          reply.header('cache-control', 'no-store').code(answer.status === 'ok' ? 200 : 503);
          return answer;
        });
      }
    },
    /** Serves a path that answers 200 as long as the process does. */
    serveAlive: (app: FastifyInstance): void => {
      app.get('/livez', async (_request, reply) => {
        reply.header('cache-control', 'no-store');
        return { status: 'ok' };
      });
    },
  };
};

/** Returns what an administrator should see to, although the server works. */
const noteNow = async ({ store }: HealthDependencies): Promise<string | undefined> => {
  const isInDoubt = await isClockInDoubt(store.db, Date.now()).catch(() => false);
  const notes = [store.warning, isInDoubt && 'old records are not deleted: the clock is in doubt'];
  return notes.filter(Boolean).join('; ') || undefined;
};

/** Timeout of a check, ms. */
const PATIENCE = 5_000;

const missingNow = async ({ store, dataDir }: HealthDependencies): Promise<string[]> => {
  const isWorking = await Promise.all([isWell(store.ping), isWell(() => tryDisk(dataDir))]);
  return ['database', 'disk'].filter((_name, i) => !isWorking[i]);
};

const isWell = (check: () => Promise<unknown>): Promise<boolean> => {
  const well = check().then(
    () => true,
    () => false,
  );
  return Promise.race([well, sleep(PATIENCE, false, { ref: false })]);
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
