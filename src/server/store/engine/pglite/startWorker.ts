import { createRequire } from 'node:module';
import { Worker } from 'node:worker_threads';
import type { Running } from '../keepRunning';
import { type PgliteOrder, servePglite } from './servePglite';

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
