import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { openEngine } from '../../src/server/db/engine';
import { keepInMemory } from '../memory';

declare module 'vitest' {
  interface ProvidedContext {
    /** postgres:// URL of the server for databases. Undefined if only PGlite runs, which holds one database. */
    postgres: string | undefined;
    /** Folder of the data folders that tests copy. */
    templates: string;
  }
}

/**
 * Starts a PostgreSQL that servers under test reach by URL, like an external one. It is restarted at the same place if
 * its process ends. The URL is undefined if only PGlite runs.
 * @param given data folder, removed on close; a new one by default
 */
export const openPostgres = async (given?: string) => {
  const dataDir = given ?? (await mkdtemp(join(tmpdir(), 'sealdesk-tests-')));
  const engine = await openEngine({ dataDir, log: () => {} });
  const { kind, pool } = engine;
  const close = async () => {
    await engine.close();
    await rm(dataDir, { recursive: true, force: true, maxRetries: 5 });
  };
  if (kind !== 'postgres') return { dataDir, pool, close };
  const { user = '', password, host = '', port } = pool.options;
  const url = new URL('postgres://localhost/postgres');
  url.username = user;
  if (typeof password === 'string') url.password = password;
  url.port = String(port);
  url.searchParams.set('host', host);
  return { dataDir, pool, close, url: url.href };
};

/** Starts the PostgreSQL of all test files. @returns a function that stops it */
export const setup = async ({ provide }: TestProject): Promise<() => Promise<void>> => {
  const tidyUp = await keepInMemory();
  const { dataDir, pool, url, close } = await openPostgres();
  provide('templates', dataDir);
  if (url) {
    // No test depends on a power failure, so commits need not wait for the disk.
    await pool.query(`alter role ${pool.options.user} set synchronous_commit = off`);
    for (const setting of ['fsync', 'full_page_writes', 'autovacuum'])
      await pool.query(`alter system set ${setting} = off`);
    await pool.query('select pg_reload_conf()');
  }
  provide('postgres', url);
  return async () => {
    await close();
    await tidyUp();
  };
};
