import { randomBytes } from 'node:crypto';
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { connect, createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { codeOf, StorageError } from './engine';

/** Longest path of a unix socket: sizeof sun_path less the final zero (unix(7), macOS sys/un.h). */
export const SOCKET_PATH_LIMIT = process.platform === 'darwin' ? 103 : 107;

interface FolderLock {
  release(): Promise<void>;
}

/** Errors of bind(2) on file systems without sockets, such as shared folders of virtual machines. */
const NO_SOCKETS_HERE = ['EPERM', 'EOPNOTSUPP', 'ENOTSUP', 'EINVAL', 'ENOSYS'];

/**
 * Takes the lock of a data folder, which ends with this process even if it is killed. Does not detect processes on
 * other machines that use the folder over a network file system.
 * @throws StorageError `locked` if another process holds it
 */
export async function lockFolder(folder: string): Promise<FolderLock> {
  if (process.platform === 'win32') return lockByName(folder);
  // On Linux the folder's own descriptor is a short alias for a path that is too long for a socket.
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

/**
 * Locks by a name that the kernel gives to one process of the machine at a time. Used where socket files do not
 * exist.
 */
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
    // exclusive: under node:cluster the socket must belong to this process, not to the primary.
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
 * Locks by a folder that holds the one socket on which the holder listens. The kernel closes the socket with its
 * process, however that ends. So a refused connection proves a dead holder, even from another container that shares
 * the folder. Taking the lock renames a prepared folder onto it, which is atomic and succeeds only if the target is
 * missing or empty. A dead holder's socket is removed by its own name, which is never reused. So two processes that
 * find the same dead holder cannot both win, and neither can remove the other's lock.
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

/** Renames `own` to `lock`. Returns the process id of the holder if the lock is held. */
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

/** True if a living process listens on a socket file, and in doubt, because a lock must not be broken. */
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
