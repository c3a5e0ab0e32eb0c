import { existsSync } from 'node:fs';
import { mkdir, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import { socketIn } from './dataFolder';
import { codeOf, type Engine, type EngineOptions, StorageError } from './engine';
import { lockFolder } from './folderLock';
import { hasDatabase, openLocal } from './openLocal';
import { endPool, KEEP_ALIVE, openPool } from './pool';

interface SharedEngine {
  engine: Promise<Engine>;
  users: number;
  closing?: Promise<void>;
}

/** Kept per process, not per module, because vite's dev server evaluates this module again after a change. */
const REGISTRY = Symbol.for('sealdesk.engines');
const holder = globalThis as typeof globalThis & { [REGISTRY]?: Map<string, SharedEngine> };
holder[REGISTRY] ??= new Map();
const running = holder[REGISTRY];

function leave(key: string, shared: SharedEngine): Promise<void> {
  shared.users -= 1;
  if (shared.users > 0) return Promise.resolve();
  shared.closing = shared.engine
    .then((engine) => engine.close())
    .finally(() => running.delete(key));
  return shared.closing;
}

async function share(key: string, start: () => Promise<Engine>): Promise<Engine> {
  let shared = running.get(key);
  while (shared?.closing) {
    // A failure to close is reported to the caller of `close`; here only the end matters.
    await shared.closing.catch(() => {});
    shared = running.get(key);
  }
  if (!shared) {
    shared = { engine: start(), users: 0 };
    running.set(key, shared);
  }
  const entry = shared;
  entry.users += 1;
  try {
    const engine = await entry.engine;
    let closed: Promise<void> | undefined;
    const close = () => {
      closed ??= leave(key, entry);
      return closed;
    };
    return { ...engine, close };
  } catch (error) {
    if (running.get(key) === entry) running.delete(key);
    throw error;
  }
}

/**
 * Opens the database of the server: that of `databaseUrl`, otherwise the engine in `dataDir`. Within one process, a
 * second call for the same place shares the running engine, after waiting for one that is closing. The engine stops
 * when every caller has closed it.
 * @throws StorageError
 */
export async function openEngine(options: EngineOptions): Promise<Engine> {
  const { dataDir, databaseUrl, mustExist = false } = options;
  if (databaseUrl) return share(databaseUrl, () => openExternal(databaseUrl, options));
  if (mustExist && !(await hasDatabase(dataDir))) {
    throw new StorageError('missing', `There is no database in ${dataDir} (DATA_DIR)`);
  }
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const folder = await realpath(dataDir);
  return share(folder, () => openLocal(folder, options));
}

/**
 * Lets a tool use the embedded database of a running server. It listens in a folder that only its owner can enter.
 * Returns the options unchanged if no server runs.
 */
export async function withRunningDatabase<T extends Pick<EngineOptions, 'dataDir' | 'databaseUrl'>>(
  options: T,
): Promise<T> {
  const { dataDir, databaseUrl } = options;
  if (databaseUrl !== undefined || !(await isLocked(dataDir))) return options;
  const folder = join(await realpath(dataDir), 'run');
  if (!existsSync(socketIn(folder))) return options;
  const host = encodeURIComponent(folder);
  return { ...options, databaseUrl: `postgres://sealdesk@/postgres?host=${host}` };
}

const isLocked = async (dataDir: string): Promise<boolean> => {
  try {
    const lock = await lockFolder(dataDir);
    await lock.release();
    return false;
  } catch (error) {
    if (error instanceof StorageError) return true;
    if (codeOf(error) === 'ENOENT') return false;
    throw error;
  }
};

/** Returns host and database of a URL, without user, password and parameters. */
const hostOf = (databaseUrl: string) =>
  databaseUrl
    .replace(/^\w+:\/\//, '')
    .replace(/^.*@/, '')
    .replace(/\?.*$/, '');

/** Timeout of connecting to DATABASE_URL, and of the first query, ms. */
const PROBE_TIMEOUT = 10_000;

/**
 * Connects to the PostgreSQL of DATABASE_URL and tests it with one query, each for at most 10 s.
 * @throws StorageError `unreachable`, naming host and database but never the password. It has no `cause`, because the
 * errors of the URL parser contain the whole URL.
 */
async function openExternal(
  databaseUrl: string,
  { hasTransactionPooler = false, log }: EngineOptions,
): Promise<Engine> {
  if (!/^postgres(ql)?:\/\//.test(databaseUrl)) {
    throw new StorageError(
      'unreachable',
      'DATABASE_URL is not of the form postgres://user:password@host:5432/database',
    );
  }
  const host = hostOf(databaseUrl);
  const config = { connectionString: databaseUrl, max: 10, ...KEEP_ALIVE };
  const probe = openPool(
    { ...config, max: 1, connectionTimeoutMillis: PROBE_TIMEOUT, query_timeout: PROBE_TIMEOUT },
    log,
  );
  try {
    await probe.query('select 1');
  } catch (error) {
    // Node leaves the message empty if every address of a host refused.
    const why = error instanceof Error && error.message ? error.message : codeOf(error);
    throw new StorageError(
      'unreachable',
      `DATABASE_URL does not work: ${why} (${host}). Check that the database runs and that host, port, user, password and database name are right.`,
    );
  } finally {
    await endPool(probe);
  }
  const pool = openPool(config, log, !hasTransactionPooler);
  log(`Storage: external PostgreSQL at ${host}`);
  const listening = hasTransactionPooler ? undefined : { connectionString: databaseUrl };
  return { kind: 'external', pool, listening, close: () => endPool(pool) };
}
