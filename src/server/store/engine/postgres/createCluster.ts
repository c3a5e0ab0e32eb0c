import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { codeOf } from '../codeOf';
import { makeDatabase } from '../databaseFiles';
import { writeWhole } from '../writeWhole';
import type { PostgresBinaries } from './findBinaries';
import { giveTo, letThrough } from './ownership';
import { type RunAs, runProgram } from './runAs';

/** The superuser of our own cluster, and the only user in it. */
export const CLUSTER_USER = 'sealdesk';

const passwordFile = (dataFolder: string) => join(dataFolder, 'pg.password');

/** The password for connections over loopback, made on first use; its file is for the owner only. */
export async function clusterPassword(dataFolder: string): Promise<string> {
  try {
    return await readFile(passwordFile(dataFolder), 'utf8');
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error;
  }
  const password = randomBytes(24).toString('base64url');
  await writeWhole(passwordFile(dataFolder), password);
  return password;
}

/** Makes the files of a new, empty cluster in `<dataFolder>/pg`. */
export async function createCluster(
  binaries: PostgresBinaries,
  runAs: RunAs,
  dataFolder: string,
): Promise<void> {
  await clusterPassword(dataFolder);
  await letThrough(runAs, dataFolder);
  await giveTo(runAs, passwordFile(dataFolder));
  await makeDatabase(dataFolder, 'pg', async (folder) => {
    await giveTo(runAs, folder);
    const args = [
      `--pgdata=${folder}`,
      '--encoding=UTF8',
      // PostgreSQL's own C.UTF-8 sorts the same on every system and lets LIKE 'x%' use plain indexes.
      '--locale-provider=builtin',
      '--builtin-locale=C.UTF-8',
      `--locale=${process.platform === 'linux' ? 'C.UTF-8' : 'C'}`,
      `--username=${CLUSTER_USER}`,
      `--pwfile=${passwordFile(dataFolder)}`,
      // The socket lies in a folder only its owner can enter; loopback is open to all local users.
      '--auth-local=trust',
      '--auth-host=scram-sha-256',
      '--no-instructions',
    ];
    await runProgram(runAs, binaries.initdb, args, binaries.env);
  });
}
