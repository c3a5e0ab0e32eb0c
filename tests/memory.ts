import { mkdir, readdir, rm, statfs } from 'node:fs/promises';
import { join } from 'node:path';

/** Where Linux keeps files in memory. */
const MEMORY = '/dev/shm';

/** What databases, uploads and browsers of a run may need, bytes. */
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
 * Has every temporary folder of this process, and of those it starts from now on, lie in memory where there is room for
 * it: no test looks at what outlives the machine's power, and a tenth of their time was the disk's.
 * @returns removes what is left there
 */
export const keepInMemory = async (): Promise<() => Promise<void>> => {
  if (!(await hasRoom())) return async () => {};
  const before = process.env.TMPDIR;
  const left = (await readdir(MEMORY)).filter(
    (name) => name.startsWith(PREFIX) && !runs(Number(name.slice(PREFIX.length))),
  );
  const remove = (name: string) =>
    rm(join(MEMORY, name), { recursive: true, force: true, maxRetries: 5 });
  // A run that was killed could not tidy up; what is another user's stays.
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
