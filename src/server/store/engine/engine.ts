import type { Pool } from 'pg';

/** The two engines that live in the data folder. */
export type LocalEngineKind = 'postgres' | 'pglite';

/** A running database. */
export interface Engine {
  /**
   * `postgres`: embedded PostgreSQL; `pglite`: PGlite in a worker; `external`: DATABASE_URL.
   * All clients of `pglite` share one session: only `set local` and transaction-scoped advisory
   * locks are safe there, temporary tables and LISTEN are not.
   */
  kind: LocalEngineKind | 'external';
  /** int8, int8[] and numeric arrive as numbers; an int8 beyond 2^53 rejects its query. */
  pool: Pool;
  /** Ends the pool, stops the engine and gives the data folder free. Safe to call twice. */
  close(): Promise<void>;
}

export interface LocalEngine extends Engine {
  kind: LocalEngineKind;
}

export type Log = (line: string) => void;

export interface EngineOptions {
  /** Folder of everything the server keeps; made when missing. */
  dataDir: string;
  /** A postgres:// URL; when set no local engine is started. */
  databaseUrl?: string;
  /** Receives a line per event worth telling the operator. */
  log: Log;
}
