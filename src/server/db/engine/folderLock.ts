import { randomBytes } from 'node:crypto';
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { connect, createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { codeOf, StorageError } from './engine';

/** Longest path a unix socket takes: sizeof sun_path less the final zero (unix(7), macOS sys/un.h). */
export const SOCKET_PATH_LIMIT = process.platform === 'darwin' ? 103 : 107;

interface FolderLock {
  release(): Promise<void>;
}

/** What bind(2) answers on file systems without sockets, such as shared folders of virtual machines. */
const NO_SOCKETS_HERE = ['EPERM', 'EOPNOTSUPP', 'ENOTSUP', 'EINVAL', 'ENOSYS'];

/**
 * Takes the one lock of a data folder, which ends with this process even when it is killed.
 * Processes of other machines that reach the folder over a network file system are not noticed.
 * Throws StorageError `locked` when another process holds it.
 */
export async function lockFolder(folder: string): Promise<FolderLock> {
  if (process.platform === 'win32') return lockByName(folder);
  // On Linux the folder's own descriptor is a short name for a path too long for a socket.
  const handle = await open(folder, 'r');
  try {
    const tooLong = Buffer.byteLength(folder) > SOCKET_PATH_LIMIT - 50;
    const base = tooLong && process.platform === 'linux' ? `/proc/self/fd/${handle.fd}` : folder;
    return await lockBySocketFile(folder, base);
  } catch (error) {
    if (process.platform === 'linux' && NO_SOCKETS_HERE.includes(codeOf(error))) {
      return await lockByName(folder);
    }
    throw error;
  } finally {
    await handle.close();
  }
}

/** Where socket files do not exist: a name the kernel gives to one process of the machine at a time. */
async function lockByName(folder: string): Promise<FolderLock> {
  const { dev, ino } = await stat(folder, { bigint: true });
  const name = `sealdesk-${dev}-${ino}`;
  try {
    const server = await listen(
      process.platform === 'win32' ? `\\\\.\\pipe\\${name}` : `\0${name}`,
    );
    return { release: () => close(server) };
  } catch (error) {
    throw codeOf(error) === 'EADDRINUSE' ? inUse(folder) : error;
  }
}

const listen = (path: string) =>
  new Promise<Server>((resolve, reject) => {
    const server = createServer((visitor) => visitor.destroy());
    server.once('error', reject);
    // exclusive: under node:cluster the socket must be this process's own, not the primary's.
    server.listen({ path, exclusive: true }, () => {
      server.unref();
      resolve(server);
    });
  });

const close = (server: Server) => new Promise<void>((resolve) => server.close(() => resolve()));

const inUse = (folder: string, holder?: string) =>
  new StorageError(
    'locked',
    `The data folder ${folder} is in use by another process${holder ? ` (process ${holder})` : ''}. Stop that process first, or give this one a data folder of its own.`,
  );

/**
 * The lock is a folder with one socket in it, on which the holder listens. The kernel closes the
 * socket with its process however that ends, so a dead holder is known by a refused connection,
 * also from another container that shares the folder. Taking the lock is renaming a prepared
 * folder onto it, which the kernel does at once and only when the target is missing or empty; a
 * dead holder is removed by its own, never repeated name. So two processes that find the same dead
 * holder cannot both win, and neither can remove the other.
 */
async function lockBySocketFile(folder: string, base: string): Promise<FolderLock> {
  const id = randomBytes(4).toString('hex');
  const entry = `${process.pid}-${id}`;
  const own = join(base, `lock.${id}`);
  const lock = join(base, 'lock');
  await mkdir(own, { mode: 0o700 });
  let server: Server | undefined;
  try {
    server = await listen(join(own, entry));
    const { heldBy } = await take(own, lock);
    if (heldBy !== undefined) throw inUse(folder, heldBy);
  } catch (error) {
    if (server) await close(server);
    await rm(own, { recursive: true, force: true });
    throw error;
  }
  const lockServer = server;
  return {
    release: async () => {
      await close(lockServer);
      await rm(join(folder, 'lock', entry), { force: true });
    },
  };
}

/** Puts `own` in the place of `lock` unless somebody holds it; says who does. */
async function take(own: string, lock: string): Promise<{ heldBy?: string }> {
  for (;;) {
    try {
      await rename(own, lock);
      return {};
    } catch (error) {
      if (!['ENOTEMPTY', 'EEXIST'].includes(codeOf(error))) throw error;
    }
    for (const entry of await readdir(lock)) {
      if (await answers(join(lock, entry))) return { heldBy: entry.split('-')[0] };
      await rm(join(lock, entry), { force: true });
    }
  }
}

/** Whether a living process listens on a socket file. In doubt it does: a lock must not be broken. */
const answers = (path: string) =>
  new Promise<boolean>((resolve) => {
    const visitor = connect(path);
    visitor.once('connect', () => {
      visitor.destroy();
      resolve(true);
    });
    visitor.once('error', (error) => {
      resolve(!['ECONNREFUSED', 'ENOENT'].includes(codeOf(error)));
    });
  });
