import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { openEngine } from '../../src/server/db/engine';
import { keepInMemory } from '../memory';

declare module 'vitest' {
  interface ProvidedContext {
    /** Where databases are made: a postgres:// URL, undefined where only PGlite runs, which holds one database. */
    postgres: string | undefined;
    /** Folder of the data folders that tests copy. */
    templates: string;
  }
}

/**
 * Starts a PostgreSQL that servers under test find by its URL, as they find one that is not theirs. It comes back when its
 * process ends, where it was. The URL is undefined where only PGlite runs.
 * @param given folder of its data, which is removed when it closes; an empty one by default
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

/** Starts the one PostgreSQL that all test files make their databases in; answers what ends it. */
export const setup = async ({ provide }: TestProject): Promise<() => Promise<void>> => {
  const tidyUp = await keepInMemory();
  const { dataDir, pool, url, close } = await openPostgres();
  provide('templates', dataDir);
  if (url) {
    // No test here looks at what outlives the machine's power: nothing has to wait for the disk.
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
