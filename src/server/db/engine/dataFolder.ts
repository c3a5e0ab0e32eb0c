import { randomBytes } from 'node:crypto';
import {
  access,
  chmod,
  mkdir,
  mkdtemp,
  open,
  readdir,
  readFile,
  rename,
  rm,
  stat,
} from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { codeOf, type LocalEngineKind, StorageError } from './engine';
import { SOCKET_PATH_LIMIT } from './folderLock';

export interface EngineMarker {
  engine: LocalEngineKind;
  /** False if an operator wrote only the name, to choose the engine before the first start. */
  initialised: boolean;
}

/**
 * Reads the engine of a data folder from the first word of its file ENGINE; undefined if there is no such file.
 * @throws StorageError `damaged` for any other word
 */
export async function readMarker(folder: string): Promise<EngineMarker | undefined> {
  let text: string;
  try {
    text = await readFile(fileIn(folder), 'utf8');
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
  const [engine, state] = text.trim().split(/\s+/);
  if (engine !== 'postgres' && engine !== 'pglite') {
    throw new StorageError(
      'damaged',
      `${fileIn(folder)} must start with "postgres" or "pglite", but holds "${text.trim()}".`,
    );
  }
  return { engine, initialised: state === 'initialised' };
}

const fileIn = (folder: string) => join(folder, 'ENGINE');

/**
 * Keeps root out of the database of another user's server, which could not read it afterwards.
 * @throws StorageError `unavailable`
 */
export async function refuseRoot(folder: string): Promise<void> {
  if (process.getuid?.() !== 0) return;
  const uid = await stat(fileIn(folder)).then(
    (entry) => entry.uid,
    () => 0,
  );
  if (uid === 0) return;
  throw new StorageError(
    'unavailable',
    `The database in ${folder} belongs to user ${uid}: run this as that user, not as root`,
  );
}

/** Records the engine permanently. */
export const writeMarker = (folder: string, engine: LocalEngineKind): Promise<void> =>
  writeAtomic(fileIn(folder), `${engine}\ninitialised ${new Date().toISOString()}\n`);

/** Writes a file that only its owner can read. After a crash it has either the new or the old content. */
export async function writeAtomic(path: string, text: string): Promise<void> {
  const fresh = `${path}.new`;
  const file = await open(fresh, 'w', 0o600);
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(fresh, path);
}

/**
 * True if a folder holds database files. Both engines use PostgreSQL's layout.
 * @throws StorageError `damaged` if this user may not look into it
 */
export const holdsDatabase = (folder: string): Promise<boolean> =>
  access(join(folder, 'PG_VERSION')).then(
    () => true,
    (error) => {
      if (codeOf(error) !== 'EACCES') return false;
      throw new StorageError('damaged', `${folder} belongs to another user, or its rights changed`);
    },
  );

/** Beginning of the names of folders in which a restore unpacks its copy. */
export const UNFINISHED_RESTORE = 'pg.restore-';

/** A process that outlived its server may still write to a removed folder. */
export const REMOVAL = { recursive: true, force: true, maxRetries: 5 } as const;

/**
 * Removes what an interrupted run has left under names with a beginning. Call it only while holding the lock of the data
 * folder.
 */
export const removeUnfinished = async (dataFolder: string, beginning: string): Promise<void> => {
  for (const entry of await readdir(dataFolder)) {
    if (entry.startsWith(beginning)) await rm(join(dataFolder, entry), REMOVAL);
  }
};

/**
 * Creates `<dataFolder>/<name>` by filling a temporary folder and renaming it, so that it exists completely or not at
 * all. Removes what an interrupted earlier call left.
 */
export async function makeDatabase(
  dataFolder: string,
  name: string,
  fill: (folder: string) => Promise<unknown>,
): Promise<void> {
  const unfinished = `${name}.init-`;
  await removeUnfinished(dataFolder, unfinished);
  const fresh = join(dataFolder, `${unfinished}${randomBytes(4).toString('hex')}`);
  await mkdir(fresh, { mode: 0o700 });
  try {
    await fill(fresh);
    await rename(fresh, join(dataFolder, name));
  } catch (error) {
    await rm(fresh, REMOVAL);
    throw error;
  }
  await syncFolder(dataFolder);
}

/**
 * Puts the cluster of another data folder, on the same disk, in place of one that no process uses. If it is interrupted,
 * the former cluster is still in `pg.former`, and no server starts without one.
 */
export async function replaceCluster(dataFolder: string, from: string): Promise<void> {
  const cluster = join(dataFolder, 'pg');
  const former = join(dataFolder, 'pg.former');
  if (await holdsDatabase(cluster)) {
    await rm(former, REMOVAL);
    await rename(cluster, former);
  }
  for (const name of ['pg.password', 'pg']) await rename(join(from, name), join(dataFolder, name));
  await writeMarker(dataFolder, 'postgres');
  await syncFolder(dataFolder);
  await rm(former, REMOVAL);
}

export async function syncFolder(folder: string): Promise<void> {
  // Windows cannot open folders.
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  await handle.sync().finally(() => handle.close());
}

/** Only names the socket file: `.s.PGSQL.5432`, as every PostgreSQL client expects. */
const SOCKET_PORT = 5432;

/** Address at which a database listens for this server. */
export interface ListenAddress {
  /** Folder of the unix socket, or loopback. */
  readonly host: string;
  readonly port: number;
  /** Full path of the socket file; undefined for loopback, which all local users can reach. */
  readonly socket?: string;
  /** Removes the socket and lock file that a killed database left. */
  clear(): Promise<void>;
  remove(): Promise<void>;
}

/**
 * Chooses the address of a data folder's database: a unix socket in a folder that only its owner can enter, or a
 * loopback port where that is not possible.
 */
export async function chooseAddress(dataFolder: string): Promise<ListenAddress> {
  const host = await socketFolder(dataFolder);
  if (host === undefined) {
    const nothing = async () => {};
    return { host: '127.0.0.1', port: await freePort(), clear: nothing, remove: nothing };
  }
  const remove = () => rm(host, { recursive: true, force: true });
  const clear = async () => {
    for (const entry of await readdir(host)) await rm(join(host, entry), { force: true });
  };
  return { host, port: SOCKET_PORT, socket: socketIn(host), clear, remove };
}

/**
 * Creates a folder for a socket: `run` in the data folder, or one in the system's temporary folder if that path is too
 * long for a socket. Undefined if neither works (Windows, or both paths too long).
 */
async function socketFolder(dataFolder: string): Promise<string | undefined> {
  if (process.platform === 'win32') return undefined;
  const folder = join(dataFolder, 'run');
  if (!fits(folder)) {
    const prefix = join(tmpdir(), 'sealdesk-');
    return fits(`${prefix}XXXXXX`) ? mkdtemp(prefix) : undefined;
  }
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await chmod(folder, 0o700);
  return folder;
}

const fits = (folder: string) => Buffer.byteLength(socketIn(folder)) <= SOCKET_PATH_LIMIT;

export const socketIn = (folder: string) => join(folder, `.s.PGSQL.${SOCKET_PORT}`);

const freePort = () =>
  new Promise<number>((resolve, reject) => {
    const server = createServer().once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
