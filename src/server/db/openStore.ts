import { setTimeout as sleep } from 'node:timers/promises';
import { Kysely, PostgresDialect, type PostgresPool, sql } from 'kysely';
import type { Console } from '../../config';
import { type EngineOptions, limitLeases, openEngine, withLeaseLimit } from './engine';
import { type Listen, openListener } from './engine/listen';
import { type ChainHead, ensureLogChain, type Verified, verifyLog } from './logChain';
import { addLateTriggers, migrations, refuseOlder } from './migrations';
import { migrate, missingMigration, pendingMigrations } from './migrations/migrate';
import { ALARMS, correctAlarmCounts } from './openAlarms';
import { type AccessChanges, openAccessChanges } from './queries/accessChanges';
import { cacheVisibleOrgs } from './queries/conditions';
import { cacheTotals } from './queries/totals';
import { deleteOldRecords, type RetentionResult } from './retention';
import { applyTables, planChanges, type TablePlan } from './schema/applyTables';
import { buildIndexes } from './schema/buildIndexes';
import { applyCounters, type Counter, countersOf, foldCounts, recount } from './schema/counters';
import { desiredTables, type TableShape } from './schema/desiredTables';
import { ensurePartitions } from './schema/partitions';
import { findEntityRenames, renameEntities, renameLines } from './schema/renameEntities';
import { applyViews, type DatabaseView, viewNames, views } from './schema/views';
import { registerServer, upgradeObstacle } from './servers';
import { changeSchema } from './sql/changeSchema';
import type { Database } from './sql/database';
import type { Tables } from './tables/tables';

export interface Store {
  readonly db: Database;
  /** Reason against using its engine for real locks. */
  readonly warning: string | undefined;
  /** Resolves if the database takes writes, else rejects within 4 s. */
  ping(): Promise<void>;
  /** Connections in use and free, and statements that wait for one. */
  poolState(): { readonly busy: number; readonly idle: number; readonly waiting: number };
  /**
   * Returns the migration that this server is too old for, if a newer server has run one that it cannot go on with.
   */
  missingMigration(): Promise<string | undefined>;
  /** Receives notifications of other servers. A database in the data folder has no other servers. */
  readonly listen: Listen;
  /** Changes of the rows that decide what a caller may do. */
  readonly accessChanges: AccessChanges;
  /**
   * Creates the partitions around the current month. Done at every start; call it daily.
   * @param now epoch ms
   * @returns names of the partitions created
   */
  ensurePartitions(now: number): Promise<string[]>;
  /**
   * Deletes old records; call it daily.
   * @param before epoch ms
   * @param signal ends it early
   * @throws the signal's reason
   */
  deleteOldRecords(before: number, signal?: AbortSignal): Promise<RetentionResult>;
  /** Corrects the locks' counts of open alarms. @returns number of corrected locks */
  correctAlarmCounts(): Promise<number>;
  /** Adds new changes to the counts of records. Only for speed; call it now and then. */
  foldCounts(): Promise<void>;
  /** Recounts all records. Writers wait meanwhile. */
  recount(): Promise<readonly Counter[]>;
  /** Waits for running statements, then stops the database or closes the connections. Safe to call twice. */
  close(): Promise<void>;
}

export interface StoreOptions extends EngineOptions {
  /** Declarations that define the tables. */
  readonly config: Console;
  /** Name of the server, under which it is registered. A tool has none. */
  readonly server?: string;
  /** Changes the tables although servers use them that may not bear it. */
  readonly upgradesNow?: boolean;
}

/** Thrown before tables change that older servers use. */
class OlderServers extends Error {}

/**
 * Opens the database and brings its schema in line with the declarations. A server first waits for older ones that may
 * not bear a change of the tables.
 * @throws StorageError if it cannot be opened, SchemaConflict if its content contradicts the declarations, Error if it
 * is older than the baseline, or if a tool would have to wait
 */
export const openStore = async (options: StoreOptions): Promise<Store> => {
  const { config, log } = options;
  const shapes = shapesOf(config);
  const { kind, pool, listening, warning, close } = await openEngine(options);
  // All clients of PGlite share one session.
  const concurrently = kind !== 'pglite';
  const db = databaseOf(limitLeases(pool));
  try {
    await prepare(db, options, shapes, concurrently);
  } catch (error) {
    await close();
    throw error;
  }
  const listener = listening && openListener(listening, log);
  const accessChanges = openAccessChanges(listener?.listen);
  cacheVisibleOrgs(db, accessChanges);
  cacheTotals(db, accessChanges);
  const endIndexing = concurrently ? startIndexing(db, shapes, log) : () => undefined;
  return {
    db,
    warning,
    poolState: () => ({
      busy: pool.totalCount - pool.idleCount,
      idle: pool.idleCount,
      waiting: pool.waitingCount,
    }),
    ping: () => withLeaseLimit(PING_TIMEOUT, () => tryWrite(db)),
    missingMigration: () => missingMigration(db, migrations),
    listen: (options.databaseUrl && listener?.listen) || (() => async () => {}),
    accessChanges,
    ensurePartitions: (now) => ensurePartitions(db, shapes, now),
    deleteOldRecords: (before, signal) =>
      deleteOldRecords(db, { entities: config.entities, shapes, signal }, before),
    correctAlarmCounts: async () =>
      shapes.some(({ name }) => name === ALARMS) ? correctAlarmCounts(db) : 0,
    foldCounts: () => foldCounts(db),
    recount: async () => {
      const counters = countersOf(config.entities);
      await recount(db, counters);
      return counters;
    },
    close: async () => {
      endIndexing();
      await accessChanges.close();
      await listener?.close();
      await close();
    },
  };
};

/** Never destroyed: that would end the pool, which belongs to the engine and may have other users. */
export const databaseOf = (pool: PostgresPool): Database =>
  new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });

/** Timeout of the database when it is only asked for its state, ms. */
const PING_TIMEOUT = 3_000;

/** Changes no row, but is refused by a database that is read-only, such as one that a failover has not promoted yet. */
const tryWrite = async (db: Database): Promise<void> => {
  await db
    .updateTable('schema_migration')
    .set({ applied_at: 0 })
    .where(sql<boolean>`false`)
    .execute();
};

/**
 * Verifies the operation log of a database without serving it, and changes nothing.
 * @throws StorageError if it cannot be opened: its own server must not be running, unless the database is external
 */
export const verifyStored = async (
  options: EngineOptions,
  knownHeads: readonly ChainHead[],
): Promise<Verified[]> => {
  const { pool, close } = await openEngine(options);
  return verifyLog(databaseOf(pool), knownHeads).finally(close);
};

/** @throws Error if a newer server changed the database so that this one cannot use it */
const refuseNewer = async (db: Database): Promise<void> => {
  const name = await missingMigration(db, migrations);
  if (name === undefined) return;
  throw new Error(
    `This server is too old for its database, which needs ${name}. Update the server.`,
  );
};

/** Tables that the migrations require. */
export const BASE_TABLES = ['org', 'oper', 'role', 'menu', 'device', 'appointmentCommandRecord'];

const shapesOf = ({ entities }: Console): TableShape[] => {
  const shapes = desiredTables(entities);
  const missing = BASE_TABLES.filter((name) => !shapes.some((shape) => shape.name === name));
  if (missing.length === 0) return shapes;
  throw new Error(`The server needs entities with the tables ${missing.join(', ')}`);
};

/** Interval at which a start looks whether older servers are gone, ms. */
const LOOK_INTERVAL = 2_000;

/**
 * Brings the database in line with the declarations in one transaction, except for indexes of large tables. Registers the
 * server in it: one that starts next sees it before it changes the tables.
 * @param concurrently false if this connection is the only one
 */
const prepare = async (
  db: Database,
  { config, log, server, upgradesNow = false }: StoreOptions,
  shapes: readonly TableShape[],
  concurrently: boolean,
): Promise<void> => {
  const lines = new Set<string>();
  // A retried attempt does not log the same line twice.
  const logOnce = (line: string) => {
    if (!lines.has(line)) log(`Storage: ${line}`);
    lines.add(line);
  };
  const change = async (transaction: Database) => {
    await refuseOlder(transaction);
    await refuseNewer(transaction);
    const beforeChange = async (breaks: boolean) => {
      const obstacle = upgradesNow ? undefined : await upgradeObstacle(transaction, server, breaks);
      if (obstacle !== undefined) throw new OlderServers(obstacle);
    };
    const renames = await findEntityRenames(transaction, config);
    if ((await pendingMigrations(transaction, migrations)).length > 0) await beforeChange(false);
    const options = { views: viewNames, log: logOnce, concurrently, beforeChange };
    const statements = await applyTables(transaction, shapes, options);
    if (renames.length > 0) await beforeChange(true);
    if (statements.length > 0) logOnce(`tables changed by ${statements.length} statements`);
    for (const name of await migrate(transaction, migrations)) logOnce(`migration ${name}`);
    for (const line of renameLines(renames)) logOnce(line);
    await renameEntities(transaction, renames);
    await addLateTriggers(transaction);
    await ensureLogChain(transaction);
    await applyViews(transaction, viewsOf(config));
    await applyCounters(transaction, countersOf(config.entities));
    await ensurePartitions(transaction, shapes, Date.now());
    if (server !== undefined) await registerServer(transaction, server);
  };
  for (;;) {
    try {
      return await changeSchema(db, change, logOnce);
    } catch (error) {
      // A tool logs nothing, so it would seem to hang.
      if (!(error instanceof OlderServers) || server === undefined) throw error;
      logOnce(`waiting: ${error.message}`);
      await sleep(LOOK_INTERVAL);
    }
  }
};

/**
 * Builds the indexes of large tables in the background, because building waits for every long query.
 * @returns a function that ends it; unfinished indexes are built at the next start
 */
const startIndexing = (
  db: Database,
  shapes: readonly TableShape[],
  log: (line: string) => void,
): (() => void) => {
  const ending = new AbortController();
  const { signal } = ending;
  buildIndexes(db, shapes, { signal, log: (line) => log(`Storage: ${line}`) }).catch((error) => {
    if (signal.aborted) return;
    log(`Storage: indexes are left to the next start: ${error.message}`);
  });
  return () => ending.abort();
};

/**
 * Returns the changes that the next start would make to the database, as its log lines, the servers for which it would
 * wait, and the conflicts that would prevent it.
 */
export const planStart = async (
  options: StoreOptions,
): Promise<Pick<TablePlan, 'lines' | 'clashes'>> => {
  const shapes = shapesOf(options.config);
  const { pool, close } = await openEngine(options);
  const db = databaseOf(pool);
  try {
    await refuseOlder(db);
    const { lines, clashes, isChange, breaks } = await planChanges(db, shapes);
    const renames = await findEntityRenames(db, options.config);
    const pending = (await pendingMigrations(db, migrations)).map((name) => `migration ${name}`);
    const isChanged = isChange || renames.length + pending.length > 0;
    const mayWait = isChanged && clashes.length === 0 && !options.upgradesNow;
    const obstacle = mayWait
      ? await upgradeObstacle(db, undefined, breaks || renames.length > 0)
      : undefined;
    const waits = obstacle === undefined ? [] : [`the start would wait: ${obstacle}`];
    const all = [...lines, ...pending, ...renameLines(renames), ...waits];
    return { lines: all.map((line) => `Storage: ${line}`), clashes };
  } finally {
    await close();
  }
};

/** Returns the views of the derived entities. @throws Error if the server has no such view */
const viewsOf = ({ entities }: Console): DatabaseView[] =>
  entities
    .filter(({ derived }) => derived)
    .map(({ table }) => {
      const view = views.find(({ name }) => name === table);
      if (view) return view;
      throw new Error(`The server has no view ${table}`);
    });
