import { mkdtempSync, rmSync } from 'node:fs';
import { mkdir, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Pool, PoolClient } from 'pg';
import { clusterSections, unpackCluster } from './backup/cluster';
import { type BackupHead, checkBackup, writeBackup } from './backup/container';
import {
  checkRelease,
  countRows,
  headOf,
  loadTables,
  type TablesHead,
  tableSections,
  tablesHead,
} from './backup/tables';
import {
  type Engine,
  type EngineOptions,
  hasDatabase,
  lockFolder,
  openEngine,
  REMOVAL,
  refuseRoot,
  removeUnfinished,
  replaceCluster,
  stopOrphan,
  UNFINISHED_RESTORE,
  usesPglite,
  withRunningDatabase,
} from './engine';
import type { Verified } from './logChain';
import { migrations } from './migrations';
import { databaseOf, openStore, type StoreOptions, verifyStored } from './openStore';
import { checkUnused } from './servers';

/** Runs work in a transaction that is rolled back if it fails. */
const inTransaction = async (
  pool: Pool,
  begin: string,
  work: (client: PoolClient) => Promise<unknown>,
): Promise<void> => {
  const client = await pool.connect();
  try {
    await client.query(begin);
    await work(client);
    await client.query('commit');
    client.release();
  } catch (error) {
    // Ends the transaction too.
    client.release(true);
    throw error;
  }
};

const backUpCluster = async (engine: Engine, dataDir: string, file: string): Promise<void> => {
  const head = { kind: 'cluster' as const, ...(await headOf(engine.pool)) };
  await writeBackup(file, head, clusterSections(engine.listening ?? {}, dataDir));
};

const backUpTables = ({ pool }: Engine, file: string): Promise<void> =>
  inTransaction(pool, 'begin isolation level repeatable read read only', async (client) => {
    const head = await tablesHead(client);
    await writeBackup(file, head, tableSections(client, head));
  });

/**
 * Writes a backup of the database, also while servers use it.
 * @param isPortable writes rows that any PostgreSQL can restore, instead of the files of the embedded one
 */
export const backUp = async (
  options: EngineOptions,
  file: string,
  isPortable: boolean,
): Promise<void> => {
  const { dataDir, databaseUrl } = options;
  if (databaseUrl && !isPortable) {
    throw new Error(
      'The database of DATABASE_URL is backed up by pg_dump. --portable writes a backup that the embedded PostgreSQL can restore too',
    );
  }
  if (!databaseUrl && (await usesPglite(dataDir))) {
    throw new Error(
      `${dataDir} is a demo on PGlite, which has no backup: stop the server and copy the folder`,
    );
  }
  const engine = await openEngine({ ...(await withRunningDatabase(options)), mustExist: true });
  try {
    await (isPortable ? backUpTables(engine, file) : backUpCluster(engine, dataDir, file));
  } finally {
    await engine.close();
  }
};

/** Content of a restored copy. */
export interface RestoredCopy {
  readonly head: BackupHead;
  readonly tables: number;
  readonly rows: number;
}

/** Makes the tables of this release, and replaces their content. */
const load = async (options: StoreOptions, pool: Pool, file: string, head: BackupHead) => {
  checkRelease(file, head, migrations);
  const store = await openStore(options);
  try {
    const { months } = head as TablesHead;
    for (const month of months) await store.ensurePartitions(month);
    await inTransaction(pool, "begin; set local lock_timeout = '30s'", (client) =>
      loadTables(client, file, head as TablesHead),
    );
    await pool.query('analyze');
  } finally {
    await store.close();
  }
};

/** Restores a backup into an empty data folder, starts it and reads it. */
const withCopy = async (
  options: StoreOptions,
  file: string,
  head: BackupHead,
  work: () => Promise<void> = async () => {},
): Promise<RestoredCopy> => {
  const { dataDir } = options;
  if (head.kind === 'cluster') await unpackCluster(file, dataDir);
  const engine = await openEngine(options);
  try {
    if (head.kind === 'tables') await load(options, engine.pool, file, head);
    const counts = await countRows(engine.pool);
    await work();
    return { head, ...counts };
  } finally {
    await engine.close();
  }
};

/** Restores a backup beside the database of the data folder, and replaces it when the copy has started. */
const restoreEmbedded = async (
  options: RestoreOptions,
  file: string,
  head: BackupHead,
): Promise<RestoredCopy> => {
  const { dataDir, isReplacing, log } = options;
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const folder = await realpath(dataDir);
  await refuseRoot(folder);
  const lock = await lockFolder(folder);
  try {
    if (!isReplacing && (await hasDatabase(folder))) throw isUsed(dataDir);
    await removeUnfinished(folder, UNFINISHED_RESTORE);
    return await inFolder(join(folder, UNFINISHED_RESTORE), async (fresh) => {
      const copy = await withCopy({ ...options, dataDir: fresh }, file, head);
      await stopOrphan(join(folder, 'pg'), log);
      await replaceCluster(folder, fresh);
      return copy;
    });
  } finally {
    await lock.release();
  }
};

const isUsed = (place: string) =>
  new Error(`${place} has data: add --over to replace it by the backup`);

/** Gives work a new folder, and removes it afterwards, also if the process exits before. */
const inFolder = async <T>(prefix: string, work: (folder: string) => Promise<T>): Promise<T> => {
  const folder = mkdtempSync(prefix);
  const onExit = () => rmSync(folder, REMOVAL);
  process.on('exit', onExit);
  try {
    return await work(folder);
  } finally {
    await rm(folder, REMOVAL);
    process.off('exit', onExit);
  }
};

/** Restores the rows of a backup into the database of DATABASE_URL. */
const restoreExternal = async (
  options: RestoreOptions,
  file: string,
  head: BackupHead,
): Promise<RestoredCopy> => {
  if (head.kind === 'cluster') {
    throw new Error(
      `${file} has the files of the embedded PostgreSQL, but DATABASE_URL is set: restore without it, or make a backup with --portable`,
    );
  }
  const engine = await openEngine(options);
  try {
    const { rows } = await engine.pool.query(`
      select to_regclass('server_beat') is not null as had_server, exists (
        select from pg_class where relnamespace = current_schema()::regnamespace
          and relkind in ('r', 'p')) as is_used`);
    if (rows[0].is_used && !options.isReplacing) throw isUsed('The database of DATABASE_URL');
    if (rows[0].had_server) await checkUnused(databaseOf(engine.pool));
    await load(options, engine.pool, file, head);
    return { head, ...(await countRows(engine.pool)) };
  } finally {
    await engine.close();
  }
};

interface RestoreOptions extends StoreOptions {
  /** True to replace the data of a used database. */
  readonly isReplacing: boolean;
}

/**
 * Restores a backup into the database of DATABASE_URL or of the data folder. The former content stays if it fails.
 * @throws Error if a server uses the database, or it has data and `isReplacing` is false
 */
export const restore = async (options: RestoreOptions, file: string): Promise<RestoredCopy> => {
  const head = await checkBackup(file);
  return (options.databaseUrl ? restoreExternal : restoreEmbedded)(options, file, head);
};

/**
 * Restores a backup into a temporary folder and verifies its operation log.
 * @throws Error if the file is not a whole backup, or cannot be restored
 */
export const verifyBackup = async (
  { config, log }: Pick<StoreOptions, 'config' | 'log'>,
  file: string,
): Promise<RestoredCopy & { readonly chains: readonly Verified[] }> => {
  const head = await checkBackup(file);
  return inFolder(join(await realpath(tmpdir()), 'sealdesk-verify-'), async (dataDir) => {
    const options = { dataDir, config, log, refusesPglite: true };
    let chains: readonly Verified[] = [];
    const copy = await withCopy(options, file, head, async () => {
      chains = await verifyStored(options, []);
    });
    return { ...copy, chains };
  });
};
