import { mkdir, realpath } from 'node:fs/promises';
import type { Engine, EngineOptions } from './engine';
import { openExternal } from './openExternal';
import { openLocal } from './openLocal';

interface Shared {
  engine: Promise<Engine>;
  users: number;
  closing?: Promise<void>;
}

/** Process wide, not module wide: vite's dev server evaluates this module again after a change. */
const REGISTRY = Symbol.for('sealdesk.engines');
const holder = globalThis as typeof globalThis & { [REGISTRY]?: Map<string, Shared> };
holder[REGISTRY] ??= new Map();
const running = holder[REGISTRY];

function leave(key: string, shared: Shared): Promise<void> {
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
    // Whoever closes it hears of a failure; here only the end matters.
    await shared.closing.catch(() => {});
    shared = running.get(key);
  }
  if (!shared) {
    shared = { engine: start(), users: 0 };
    running.set(key, shared);
  }
  const mine = shared;
  mine.users += 1;
  try {
    const engine = await mine.engine;
    let closed: Promise<void> | undefined;
    const close = () => {
      closed ??= leave(key, mine);
      return closed;
    };
    return { ...engine, close };
  } catch (error) {
    if (running.get(key) === mine) running.delete(key);
    throw error;
  }
}

/**
 * Opens the database of the server: the one of `databaseUrl`, otherwise the engine in `dataDir`.
 * Within one process a second call for the same place shares the running engine (or waits for one
 * that is closing); it stops when every caller has closed it. Throws StorageError.
 */
export async function openEngine(options: EngineOptions): Promise<Engine> {
  const { dataDir, databaseUrl, log } = options;
  if (databaseUrl) return share(databaseUrl, () => openExternal(databaseUrl, log));
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const folder = await realpath(dataDir);
  return share(folder, () => openLocal(folder, log));
}
