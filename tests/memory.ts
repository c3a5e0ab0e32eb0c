import { mkdir, readdir, rm, statfs } from 'node:fs/promises';
import { join } from 'node:path';

/** Folder of files in memory on Linux. */
const MEMORY = '/dev/shm';

/** Space for databases, uploads and browsers of a run, bytes. */
const ROOM = 4 * 1024 ** 3;

const PREFIX = 'sealdesk-tests-';

const hasRoom = async (): Promise<boolean> => {
  const { bavail, bsize } = await statfs(MEMORY).catch(() => ({ bavail: 0, bsize: 0 }));
  return bavail * bsize >= ROOM;
};

const runs = (pid: number): boolean => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

/**
 * Puts every temporary folder of this process, and of its later children, into memory if there is room. No test depends
 * on a power failure, and the disk took a tenth of the time.
 * @returns a function that removes the rest
 */
export const keepInMemory = async (): Promise<() => Promise<void>> => {
  if (!(await hasRoom())) return async () => {};
  const before = process.env.TMPDIR;
  const left = (await readdir(MEMORY)).filter(
    (name) => name.startsWith(PREFIX) && !runs(Number(name.slice(PREFIX.length))),
  );
  const remove = (name: string) =>
    rm(join(MEMORY, name), { recursive: true, force: true, maxRetries: 5 });
  // Removes the folders of killed runs. Those of other users stay.
  await Promise.allSettled(left.map(remove));
  const own = `${PREFIX}${process.pid}`;
  await mkdir(join(MEMORY, own), { recursive: true });
  process.env.TMPDIR = join(MEMORY, own);
  return async () => {
    if (before === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = before;
    await remove(own);
  };
};
