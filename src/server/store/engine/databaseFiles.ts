import { randomBytes } from 'node:crypto';
import { access, mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';

/** Whether a folder holds the files of a database; both engines keep PostgreSQL's layout. */
export const holdsDatabase = (folder: string): Promise<boolean> =>
  access(join(folder, 'PG_VERSION')).then(
    () => true,
    () => false,
  );

/** Waits until the names in a folder are on disk. */
async function syncFolder(folder: string): Promise<void> {
  // Windows cannot open folders.
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  await handle.sync().finally(() => handle.close());
}

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
