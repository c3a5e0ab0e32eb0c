import { chmod, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SOCKET_PATH_LIMIT } from './folderLock';

/** The port only names the socket file here: `.s.PGSQL.5432`, as every PostgreSQL client expects. */
export const SOCKET_PORT = 5432;

const socketIn = (folder: string) => join(folder, `.s.PGSQL.${SOCKET_PORT}`);
const fits = (folder: string) => Buffer.byteLength(socketIn(folder)) <= SOCKET_PATH_LIMIT;

export interface SocketFolder {
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
