import type { ClientConfig, Pool } from 'pg';

/** Engines that store their files in the data folder. */
export type LocalEngineKind = 'postgres' | 'pglite';

export interface Engine {
  /**
   * `postgres`: embedded PostgreSQL; `pglite`: PGlite in a worker, for a demo only; `external`: DATABASE_URL. All
   * clients of `pglite` share one session: only `set local` and transaction-scoped advisory locks are safe there;
   * temporary tables and LISTEN are not.
   */
  kind: LocalEngineKind | 'external';
  /** int8 and int8[] arrive as numbers, `numeric` as exact text; an int8 beyond 2^53 rejects its query. */
  pool: Pool;
  /** Connection that hears notifications; undefined if none arrive. */
  listening?: ClientConfig;
  /** Reason against using it for real locks. */
  warning?: string;
  /** Ends the pool, stops the engine and releases the data folder. Safe to call twice. */
  close(): Promise<void>;
}

export interface LocalEngine extends Engine {
  kind: LocalEngineKind;
}

export type Log = (line: string) => void;

export interface EngineOptions {
  /** Folder for all data of the server; created if missing. */
  dataDir: string;
  /** Refuses a data folder without a database instead of creating one. For tools, whose folder may be mistyped. */
  mustExist?: boolean;
  /** Refuses PGlite, which is for a demo only. */
  refusesPglite?: boolean;
  /** A postgres:// URL. If set, no local engine is started. */
  databaseUrl?: string;
  /**
   * True if `databaseUrl` is a pooler that gives each transaction any session: statements get no names, and
   * notifications are not heard.
   */
  hasTransactionPooler?: boolean;
  /** Receives a line for each event that operators should know. */
  log: Log;
}

/**
 * Kind of a storage failure:
 * - `locked`: another process uses the data folder, or one that used it has not ended yet;
 * - `unavailable`: the engine of the data folder cannot run on this machine;
 * - `missing`: the data folder has no database, and none may be created;
 * - `damaged`: the data folder contradicts itself and needs an administrator;
 * - `unreachable`: DATABASE_URL does not answer or refuses the login.
 */
type StorageProblem = 'locked' | 'unavailable' | 'missing' | 'damaged' | 'unreachable';

/** Thrown if the storage cannot be opened. The message is meant for operators and never holds a password. */
export class StorageError extends Error {
  readonly problem: StorageProblem;

  constructor(problem: StorageProblem, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'StorageError';
    this.problem = problem;
  }
}

const READ_ONLY = /in a read-only transaction|during recovery/;

const CONNECTION_ERROR =
  /ECONNREFUSED|ECONNRESET|ENOTFOUND|EHOSTUNREACH|EPIPE|ENOENT .*\.s\.PGSQL|Connection terminated|terminating connection|the database system is|timeout exceeded when trying to connect|idle connection broke|not queryable|database did not answer within/;

/** True for a message of the driver or PostgreSQL about a database that takes no changes for now. */
export const isReadOnly = (message: string): boolean => READ_ONLY.test(message);

/** True for a message about a database that is unreachable, hangs or is read-only. */
export const isOutage = (message: string): boolean =>
  CONNECTION_ERROR.test(message) || isReadOnly(message);

/** Returns the `code` of a Node or PostgreSQL error (`ENOENT`, `57P03`, ...), '' if there is none. */
export const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : '';

export const messageOf = (error: unknown): string =>
  error instanceof Error ? error.message.trim() : String(error);
