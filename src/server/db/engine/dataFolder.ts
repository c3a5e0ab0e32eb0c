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
  /** False when an operator wrote only the name, to choose the engine before the first start. */
  initialised: boolean;
}

/**
 * The engine this data folder belongs to: the first word of its file ENGINE, undefined when there
 * is none. Throws StorageError `damaged` for any other word.
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

/** Records the engine for good. */
export const writeMarker = (folder: string, engine: LocalEngineKind): Promise<void> =>
  writeAtomic(fileIn(folder), `${engine}\ninitialised ${new Date().toISOString()}\n`);

/** Writes a file only its owner may read: after a crash it is complete or as it was before. */
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

/** Whether a folder holds the files of a database; both engines keep PostgreSQL's layout. */
export const holdsDatabase = (folder: string): Promise<boolean> =>
  access(join(folder, 'PG_VERSION')).then(
    () => true,
    () => false,
  );

/**
 * Makes `<dataFolder>/<name>` by filling a private folder under another name and renaming it, so
 * that it is there complete or not at all. What an interrupted earlier call left is removed.
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

/** Waits until the names in a folder are on disk. */
async function syncFolder(folder: string): Promise<void> {
  // Windows cannot open folders.
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  await handle.sync().finally(() => handle.close());
}

/** The port only names the socket file here: `.s.PGSQL.5432`, as every PostgreSQL client expects. */
export const SOCKET_PORT = 5432;

interface SocketFolder {
  folder: string;
  /** Full path of the socket file. */
  socket: string;
  /** Removes what a killed database left: a socket nobody may listen on again, the lock beside it. */
  clear(): Promise<void>;
  /** Removes the folder and what is left in it. */
  remove(): Promise<void>;
}

/**
 * A folder for the database's unix socket that only its owner can enter: `run` in the data folder,
 * or one under the system's temporary folder where that path would be too long for a socket.
 * Undefined where neither works (Windows, or both paths too long).
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
