import { readdir, rm, rmdir, stat } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { type Database, inTransaction } from '../db';
import { isMissing } from './cache';
import { type Area, storeContent } from './content';

/** Folder of earlier versions, and the name in the database of a file in it; undefined for one that is not kept. */
interface OldFolder {
  readonly name: string;
  readonly area: Area;
  readonly nameOf: (path: string) => string | undefined;
}

const OLD_FOLDERS: readonly OldFolder[] = [
  { name: 'files', area: 'public', nameOf: (path) => path },
  { name: 'imports', area: 'import', nameOf: (path) => path },
  // An unfinished export (`.part`) is written anew.
  { name: 'exports', area: 'export', nameOf: (path) => /^(\d+)\.xlsx$/.exec(path)?.[1] },
];

/** Paths of the files below a folder; none if there is no folder. */
const filesBelow = async (folder: string): Promise<string[]> => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch((error) => {
    if (isMissing(error)) return [];
    throw error;
  });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
};

/** Stores a file and then removes it. One that another server has removed meanwhile is stored already. */
const takeOver = async (db: Database, area: Area, name: string, path: string): Promise<void> => {
  try {
    const { mtimeMs } = await stat(path);
    const file = { area, name, path, at: Math.round(mtimeMs) };
    await inTransaction(db, (transaction) => storeContent(transaction, file));
  } catch (error) {
    if (!isMissing(error)) throw error;
  }
  await rm(path, { force: true });
};

/**
 * Moves the files that earlier versions kept in the data folder into the database. A file is removed after its commit,
 * so an interrupted run goes on at the next start. Servers may do it at the same time, also with a shared folder.
 */
export const takeOverFiles = async (
  db: Database,
  dataDir: string,
  log: (line: string) => void,
): Promise<void> => {
  for (const { name: folderName, area, nameOf } of OLD_FOLDERS) {
    const folder = join(dataDir, folderName);
    const paths = await filesBelow(folder);
    if (paths.length > 0) log(`Storage: ${paths.length} files of ${folder} go to the database`);
    for (const path of paths) {
      const name = nameOf(relative(folder, path).replaceAll(sep, '/'));
      if (name === undefined) await rm(path, { force: true });
      else await takeOver(db, area, name, path);
    }
    // A folder that is a mount, or has folders in it, may stay.
    await rmdir(folder).catch(() => undefined);
  }
};
