import { createRequire } from 'node:module';
import { join } from 'node:path';
import { type MessagePort, Worker } from 'node:worker_threads';
import type { PoolClient } from 'pg';
import { chooseAddress, holdsDatabase, makeDatabase } from './dataFolder';
import type { EngineOptions, LocalEngine } from './engine';
import { keepRunning, type Running } from './keepRunning';
import { endPool, openPool } from './pool';

const WARNING =
  'PGlite may lose data in a power failure, so it is for a demo only: set DATABASE_URL for real locks';

/**
 * Starts PGlite on `<dataFolder>/pglite`, and creates the database if there is none. The caller holds the lock of the
 * folder. The data survives a crash of this process at any moment, but not a power failure, because PGlite does not
 * call fsync.
 * @throws Error if the options refuse it
 */
export async function openPglite(
  dataFolder: string,
  { refusesPglite, log }: EngineOptions,
): Promise<LocalEngine> {
  if (refusesPglite) throw new Error(WARNING);
  const folder = join(dataFolder, 'pglite');
  if (!(await holdsDatabase(folder))) await makeDatabase(dataFolder, 'pglite', createDatabase);
  const address = await chooseAddress(dataFolder);
  const { host, port, socket } = address;
  const start = async () => {
    await address.clear();
    return startWorker(folder, socket ? { path: socket } : { host, port });
  };
  const running = await keepRunning(start, log).catch(async (error) => {
    await address.remove();
    throw error;
  });
  const pool = openPool(
    {
      host,
      port,
      user: 'postgres',
      database: 'postgres',
      max: 4,
      // Prepared statements stay in the shared session, so clients are not closed.
      idleTimeoutMillis: 0,
    },
    log,
  );
  pool.on('connect', nameStatements);
  log(`Storage: ${WARNING}`);
  return {
    kind: 'pglite',
    pool,
    warning: WARNING,
    close: async () => {
      await endPool(pool);
      await running.stop();
      await address.remove();
    },
  };
}

/** Creates the database files of PGlite in an empty folder. */
async function createDatabase(folder: string): Promise<void> {
  const { exited } = start({ folder, listen: undefined });
  const reason = await exited;
  if (reason !== 'exit code 0') throw new Error(`PGlite: ${reason}`);
}

/** Start parameters of the worker. */
interface PgliteOrder {
  /** Resolved entry files of the two packages. */
  packages: { pglite: string; socket: string };
  folder: string;
  /** Listening address; undefined only creates the database files. */
  listen: { path: string } | { host: string; port: number } | undefined;
}

function start(order: Omit<PgliteOrder, 'packages'>) {
  const { resolve } = createRequire(import.meta.url);
  const packages = {
    pglite: resolve('@electric-sql/pglite'),
    socket: resolve('@electric-sql/pglite-socket'),
  };
  const code = `const { parentPort, workerData } = require('node:worker_threads');
    (${servePglite})(require, parentPort, workerData);`;
  const workerData: PgliteOrder = { packages, ...order };
  const worker = new Worker(code, { eval: true, workerData });
  let reason = '';
  worker.on('error', (error) => {
    reason = error.message;
  });
  const exited = new Promise<string>((resolve) => {
    worker.once('exit', (code) => resolve(reason || `exit code ${code}`));
  });
  return { worker, exited };
}

/**
 * Body of the worker thread: runs PGlite and serves it over the PostgreSQL protocol. Posts a message when it is ready,
 * and ends at any message.
 *
 * The worker gets this function as text, because a bundle has no separate file for it. So the function may use
 * nothing but its arguments and its own declarations.
 */
async function servePglite(
  load: NodeJS.Require,
  parent: MessagePort,
  order: PgliteOrder,
): Promise<void> {
  const { PGlite }: typeof import('@electric-sql/pglite') = load(order.packages.pglite);
  const socket: typeof import('@electric-sql/pglite-socket') = load(order.packages.socket);
  const database = await PGlite.create(order.folder);
  if (!order.listen) {
    await database.close();
    return parent.close();
  }

  // The socket server queues single protocol messages and reserves the session for a client only while a transaction
  // is open. A failed statement has none, so before its Sync another client's messages could come between, and
  // results would reach the wrong client. So the session stays reserved until Sync.
  const EXTENDED_QUERY = 'PBDECH';
  let unfinished = false;
  const inTransaction = database.isInTransaction.bind(database);
  const stream = database.execProtocolRawStream.bind(database);
  database.isInTransaction = () => unfinished || inTransaction();
  database.execProtocolRawStream = async (message, options) => {
    unfinished = EXTENDED_QUERY.includes(String.fromCharCode(message[0] ?? 0));
    try {
      await stream(message, options);
    } catch (error) {
      // SQL errors are sent to the client, so this error comes from WebAssembly itself. End the worker; it is
      // restarted.
      setImmediate(() => {
        throw error;
      });
      throw error;
    }
  };
  const server = new socket.PGLiteSocketServer({
    db: database,
    ...order.listen,
    maxConnections: 16,
  });
  await server.start();
  parent.once('message', async () => {
    await server.stop();
    await database.close();
    parent.close();
  });
  parent.postMessage('ready');
}

const PATIENCE = 20_000;

/** Starts PGlite in a worker thread. It accepts connections when the call returns. */
export async function startWorker(
  folder: string,
  listen: NonNullable<PgliteOrder['listen']>,
): Promise<Running> {
  const { worker, exited } = start({ folder, listen });
  const ready = new Promise<undefined>((resolve) => {
    worker.once('message', () => resolve(undefined));
  });
  const reason = await Promise.race([ready, exited]);
  if (reason !== undefined) throw new Error(`PGlite: ${reason}`);
  return {
    exited,
    stop: async () => {
      worker.postMessage('stop');
      const timer = setTimeout(() => worker.terminate(), PATIENCE);
      await exited;
      clearTimeout(timer);
    },
  };
}

let clients = 0;

/**
 * Prefixes the names of a client's prepared statements. PGlite has one session for all its clients, so it would
 * refuse a second client that prepares the same name (SQLSTATE 42P05).
 */
function nameStatements(client: PoolClient): void {
  clients += 1;
  const prefix = `c${clients}_`;
  const query = client.query.bind(client) as (...args: unknown[]) => unknown;
  const renamed = (first: unknown, ...rest: unknown[]) =>
    query(isNamed(first) ? { ...first, name: `${prefix}${first.name}` } : first, ...rest);
  client.query = renamed as PoolClient['query'];
}

const isNamed = (query: unknown): query is { name: string } =>
  typeof query === 'object' &&
  query !== null &&
  'name' in query &&
  typeof query.name === 'string' &&
  !('submit' in query);
