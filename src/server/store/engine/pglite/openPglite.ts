import { join } from 'node:path';
import { holdsDatabase, makeDatabase } from '../databaseFiles';
import type { LocalEngine, Log } from '../engine';
import { keepRunning } from '../keepRunning';
import { endPool, openPool } from '../openPool';
import { openSocketFolder, SOCKET_PORT } from '../socketFolder';
import { nameStatements } from './nameStatements';
import { createDatabase, startWorker } from './startWorker';

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
