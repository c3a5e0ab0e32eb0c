import { createRequire } from 'node:module';
import { join } from 'node:path';
import { type MessagePort, Worker } from 'node:worker_threads';
import type { PoolClient } from 'pg';
import { holdsDatabase, makeDatabase, openSocketFolder, SOCKET_PORT } from './dataFolder';
import type { LocalEngine, Log } from './engine';
import { keepRunning, type Running } from './keepRunning';
import { endPool, openPool } from './pool';

/** Where the worker listens: a private unix socket; on Windows, loopback, open to its local users. */
async function chooseAddress(dataFolder: string) {
  const place = await openSocketFolder(dataFolder);
  if (!place) {
    const nothing = async () => {};
    return { host: '127.0.0.1', port: 0, clear: nothing, remove: nothing };
  }
  const { folder, socket, clear, remove } = place;
  return { host: folder, port: SOCKET_PORT, path: socket, clear, remove };
}

/**
 * Starts PGlite on `<dataFolder>/pglite`, making the database when there is none. The caller holds
 * the lock of the folder. It survives the end of this process at any moment, but does not call
 * fsync, so not the loss of power.
 */
export async function openPglite(dataFolder: string, log: Log): Promise<LocalEngine> {
  const folder = join(dataFolder, 'pglite');
  if (!(await holdsDatabase(folder))) await makeDatabase(dataFolder, 'pglite', createDatabase);
  const address = await chooseAddress(dataFolder);
  const { host, path } = address;
  let { port } = address;
  const start = async () => {
    await address.clear();
    const worker = await startWorker(folder, path ? { path } : { host, port });
    if (!path) port = Number(worker.address.split(':')[1]);
    return worker;
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
      // The statements a client prepared stay in the one session, so clients are kept.
      idleTimeoutMillis: 0,
    },
    log,
  );
  pool.on('connect', nameStatements);
  return {
    kind: 'pglite',
    pool,
    close: async () => {
      await endPool(pool);
      await running.stop();
      await address.remove();
    },
  };
}

let clients = 0;

const isNamed = (query: unknown): query is { name: string } =>
  typeof query === 'object' &&
  query !== null &&
  'name' in query &&
  typeof query.name === 'string' &&
  !('submit' in query);

/**
 * Gives the client's named statements names of its own. PGlite has one session for all its
 * clients, so a second client that prepares the same name would be refused (SQLSTATE 42P05).
 */
export function nameStatements(client: PoolClient): void {
  clients += 1;
  const prefix = `c${clients}_`;
  const query = client.query.bind(client) as (...args: unknown[]) => unknown;
  const renamed = (first: unknown, ...rest: unknown[]) =>
    query(isNamed(first) ? { ...first, name: `${prefix}${first.name}` } : first, ...rest);
  client.query = renamed as PoolClient['query'];
}

const PATIENCE = 20_000;

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

/** Makes the database files of PGlite in an empty folder. */
export async function createDatabase(folder: string): Promise<void> {
  const { exited } = start({ folder, listen: undefined });
  const reason = await exited;
  if (reason !== 'exit code 0') throw new Error(`PGlite: ${reason}`);
}

/** Starts PGlite in a worker thread; it accepts connections at `address` when the call returns. */
export async function startWorker(
  folder: string,
  listen: NonNullable<PgliteOrder['listen']>,
): Promise<Running & { address: string }> {
  const { worker, exited } = start({ folder, listen });
  const ready = new Promise<{ address: string }>((resolve) => worker.once('message', resolve));
  const outcome = await Promise.race([ready, exited]);
  if (typeof outcome === 'string') throw new Error(`PGlite: ${outcome}`);
  return {
    exited,
    address: outcome.address,
    stop: async () => {
      worker.postMessage('stop');
      const timer = setTimeout(() => worker.terminate(), PATIENCE);
      await exited;
      clearTimeout(timer);
    },
  };
}

/** What the worker is told when it starts. */
export interface PgliteOrder {
  /** Resolved files of the two packages. */
  packages: { pglite: string; socket: string };
  /** Folder of the database files. */
  folder: string;
  /** Where to listen; undefined: only make the database files. Port 0 lets the system choose. */
  listen: { path: string } | { host: string; port: number } | undefined;
}

/**
 * The body of the worker thread: runs PGlite and serves it over the PostgreSQL protocol. Posts
 * `{ address }` when it does, ends when it is sent anything.
 *
 * The worker is given the text of this function, because a bundle has no file of its own for it.
 * So the function may use nothing but its arguments and what it declares itself.
 */
export async function servePglite(
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

  // The socket server queues single protocol messages and keeps a client's turn only while a
  // transaction is open. A failed statement has none, and before its Sync the next client's
  // messages would come between: answers reach the wrong client. So a turn lasts until Sync.
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
      // SQL errors are answers; this is the WebAssembly itself. End the worker, it is restarted.
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
  parent.postMessage({ address: server.getServerConn() });
}
