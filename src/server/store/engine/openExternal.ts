import { codeOf } from './codeOf';
import type { Engine, Log } from './engine';
import { endPool, openPool } from './openPool';
import { StorageError } from './storageError';

/** Host and database of a URL: what stands between user, password and parameters. */
const placeOf = (databaseUrl: string) =>
  databaseUrl
    .replace(/^\w+:\/\//, '')
    .replace(/^.*@/, '')
    .replace(/\?.*$/, '');

/**
 * Connects to the PostgreSQL of DATABASE_URL and proves it with one query (10 s at most).
 * Throws StorageError `unreachable`, naming host and database but never the password; it has no
 * `cause`, because the errors of the URL parser carry the whole URL.
 */
export async function openExternal(databaseUrl: string, log: Log): Promise<Engine> {
  if (!/^postgres(ql)?:\/\//.test(databaseUrl)) {
    throw new StorageError(
      'unreachable',
      'DATABASE_URL is not of the form postgres://user:password@host:5432/database',
    );
  }
  const place = placeOf(databaseUrl);
  const config = { connectionString: databaseUrl, max: 10, keepAlive: true };
  const probe = openPool({ ...config, max: 1, connectionTimeoutMillis: 10_000 }, log);
  try {
    await probe.query('select 1');
  } catch (error) {
    // Node leaves the message empty when every address of a host refused.
    const why = error instanceof Error && error.message ? error.message : codeOf(error);
    throw new StorageError(
      'unreachable',
      `DATABASE_URL does not work: ${why} (${place}). Check that the database runs and that host, port, user, password and database name are right.`,
    );
  } finally {
    await endPool(probe);
  }
  const pool = openPool(config, log);
  log(`Storage: external PostgreSQL at ${place}`);
  return { kind: 'external', pool, close: () => endPool(pool) };
}
