import { createHash, randomBytes } from 'node:crypto';
import { type FileHandle, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { HOUR } from '../../domain/duration';
import { anyOf, type Database } from '../db';
import { readContent, type StoredFile } from './content';

/** Copies of stored files on the local disk, by digest. The folder may be deleted at any time. */
export interface FileCache {
  /** Opens the copy of a file, making it if it is missing; undefined if the disk takes none. */
  open(file: StoredFile): Promise<FileHandle | undefined>;
  /** Removes copies of deleted files and, if all take more than `MAX_CACHE_BYTES`, the oldest. */
  sweep(): Promise<void>;
}

/** Maximum bytes of all copies after a sweep. */
const MAX_CACHE_BYTES = 2 ** 30;

/** Age from which an unfinished copy is left over from a server that ended, ms. */
const UNFINISHED_TTL = HOUR;

/** Name of a finished copy. */
const DIGEST = /^[0-9a-f]{64}$/;

/** Returns undefined for the error that a file or folder does not exist. */
const noneIfMissing = (error: NodeJS.ErrnoException): undefined => {
  if (error.code !== 'ENOENT') throw error;
};

export const openFileCache = (
  db: Database,
  folder: string,
  maxBytes = MAX_CACHE_BYTES,
): FileCache => {
  /** Copies being made, by digest. */
  const filling = new Map<string, Promise<void>>();

  const openCopy = async ({ sha256, size }: StoredFile): Promise<FileHandle | undefined> => {
    const copy = await open(join(folder, sha256)).catch(noneIfMissing);
    if (!copy || (await copy.stat()).size === size) return copy;
    // The machine stopped before the copy was on the disk.
    await copy.close();
    return undefined;
  };

  const makeCopy = async (file: StoredFile): Promise<void> => {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const unfinished = join(folder, `${file.sha256}.${randomBytes(6).toString('hex')}`);
    const hash = createHash('sha256');
    const target = await open(unfinished, 'wx', 0o600);
    try {
      for await (const chunk of readContent(db, file)) {
        hash.update(chunk);
        await target.writeFile(chunk);
      }
      if (hash.digest('hex') !== file.sha256) throw new Error(`File ${file.id} is damaged`);
      await target.datasync();
      await target.close();
      await rename(unfinished, join(folder, file.sha256));
    } catch (error) {
      await target.close().catch(() => undefined);
      await rm(unfinished, { force: true });
      throw error;
    }
  };

  /** Makes the copy once for all that wait for it. */
  const fill = (file: StoredFile): Promise<void> => {
    const running = filling.get(file.sha256);
    if (running) return running;
    const copying = makeCopy(file).finally(() => filling.delete(file.sha256));
    filling.set(file.sha256, copying);
    return copying;
  };

  return {
    open: async (file) => {
      try {
        const copy = await openCopy(file);
        if (copy) return copy;
        await fill(file);
        return await openCopy(file);
      } catch {
        // The caller reads the database, which tells if the cause is there.
        return undefined;
      }
    },
    sweep: async () => {
      const names = (await readdir(folder).catch(noneIfMissing)) ?? [];
      const rows = await db
        .selectFrom('stored_file')
        .distinct()
        .select('sha256')
        .where('sha256', '=', anyOf(names))
        .execute();
      const stored = new Set(rows.map(({ sha256 }) => sha256));
      const copies = [];
      for (const name of names) {
        const stats = await stat(join(folder, name)).catch(noneIfMissing);
        if (stats) copies.push({ name, size: stats.size, at: stats.mtimeMs });
      }
      let bytes = 0;
      for (const { name, size, at } of copies.sort((one, other) => other.at - one.at)) {
        const isCopy = DIGEST.test(name);
        bytes += isCopy ? size : 0;
        const isUsed = isCopy
          ? stored.has(name) && bytes <= maxBytes
          : at > Date.now() - UNFINISHED_TTL;
        if (!isUsed) await rm(join(folder, name), { force: true });
      }
    },
  };
};
