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

/**
 * What went wrong, for code that wants to tell cases apart:
 * - `locked`: another process uses the data folder, or one that used it has not ended yet;
 * - `unavailable`: the engine the data folder belongs to cannot run on this machine;
 * - `damaged`: the data folder contradicts itself and needs a person;
 * - `unreachable`: DATABASE_URL does not answer or does not let us in.
 */
type StorageProblem = 'locked' | 'unavailable' | 'damaged' | 'unreachable';

/** Storage cannot be opened; `message` is meant for the operator and never holds a password. */
export class StorageError extends Error {
  readonly problem: StorageProblem;

  constructor(problem: StorageProblem, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'StorageError';
    this.problem = problem;
  }
}

/** The `code` of a Node or PostgreSQL error (`ENOENT`, `57P03`, ...), '' when there is none. */
export const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : '';

/** What went wrong, in words, of anything that was thrown. */
export const messageOf = (error: unknown): string =>
  error instanceof Error ? error.message.trim() : String(error);
