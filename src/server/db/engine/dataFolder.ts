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
} from 'node:fs/promises';
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

/** True if a folder holds database files. Both engines use PostgreSQL's layout. */
export const holdsDatabase = (folder: string): Promise<boolean> =>
  access(join(folder, 'PG_VERSION')).then(
    () => true,
    () => false,
  );

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
  for (const entry of await readdir(dataFolder)) {
    if (!entry.startsWith(unfinished)) continue;
    // An initdb that outlived its server may still write there.
    await rm(join(dataFolder, entry), { recursive: true, force: true, maxRetries: 5 });
  }
  const fresh = join(dataFolder, `${unfinished}${randomBytes(4).toString('hex')}`);
  await mkdir(fresh, { mode: 0o700 });
  try {
    await fill(fresh);
    await rename(fresh, join(dataFolder, name));
  } catch (error) {
    await rm(fresh, { recursive: true, force: true, maxRetries: 5 });
    throw error;
  }
  await syncFolder(dataFolder);
}

/** Flushes the entries of a folder to disk. */
async function syncFolder(folder: string): Promise<void> {
  // Windows cannot open folders.
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  await handle.sync().finally(() => handle.close());
}

/** Only names the socket file: `.s.PGSQL.5432`, as every PostgreSQL client expects. */
export const SOCKET_PORT = 5432;

interface SocketFolder {
  folder: string;
  /** Full path of the socket file. */
  socket: string;
  /** Removes the socket and lock file that a killed database left. */
  clear(): Promise<void>;
  remove(): Promise<void>;
}

/**
 * Creates a folder for the database's unix socket that only its owner can enter: `run` in the data folder, or one in
 * the system's temporary folder if that path is too long for a socket. Undefined if neither works (Windows, or both
 * paths too long).
 */
export async function openSocketFolder(dataFolder: string): Promise<SocketFolder | undefined> {
  if (process.platform === 'win32') return undefined;
  let folder = join(dataFolder, 'run');
  if (fits(folder)) {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await chmod(folder, 0o700);
  } else {
    const prefix = join(tmpdir(), 'sealdesk-');
    if (!fits(`${prefix}XXXXXX`)) return undefined;
    folder = await mkdtemp(prefix);
  }
  const remove = () => rm(folder, { recursive: true, force: true });
  const clear = async () => {
    for (const entry of await readdir(folder)) await rm(join(folder, entry), { force: true });
  };
  return { folder, socket: socketIn(folder), clear, remove };
}

const fits = (folder: string) => Buffer.byteLength(socketIn(folder)) <= SOCKET_PATH_LIMIT;

const socketIn = (folder: string) => join(folder, `.s.PGSQL.${SOCKET_PORT}`);
