import { chmod, chown, lchown, lstat, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { RunAs } from './runAs';

async function chownTree(path: string, uid: number, gid: number): Promise<void> {
  const entry = await lstat(path);
  if (entry.isDirectory()) {
    await Promise.all((await readdir(path)).map((name) => chownTree(join(path, name), uid, gid)));
  }
  // The top comes last, so that an interrupted change is seen as not done.
  if (entry.uid !== uid) await lchown(path, uid, gid);
}

/** Makes a file or a folder with all it holds belong to the user PostgreSQL runs as. */
export async function giveTo(runAs: RunAs, path: string): Promise<void> {
  const { owner } = runAs;
  if (!owner || (await lstat(path)).uid === owner.uid) return;
  await chownTree(path, owner.uid, owner.gid);
}

/** Lets the user PostgreSQL runs as pass through the data folder, without a look at what is in it. */
export async function letThrough(runAs: RunAs, dataFolder: string): Promise<void> {
  const { owner } = runAs;
  const { uid, mode } = await lstat(dataFolder);
  if (!owner || owner.uid === uid || mode & 0o001) return;
  await chown(dataFolder, uid, owner.gid);
  await chmod(dataFolder, (mode & 0o700) | 0o010);
}
