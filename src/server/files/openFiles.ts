import { randomBytes } from 'node:crypto';
import { access, mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** Uploaded files, by names that nobody can guess. */
export interface Files {
  /** Where those lie that everybody may read who knows the name. */
  readonly folder: string;
  /** A place for a file that is being received. */
  incoming(): string;
  /** Keeps a received file. @returns its name */
  keep(received: string, extension: string): Promise<string>;
  /** Keeps a received spreadsheet until it is imported: for us only, and not for long. @returns its name */
  keepForImport(received: string, extension: string): Promise<string>;
  /** Where a file of either sort lies; undefined when there is none of that name. */
  find(name: string): Promise<string | undefined>;
  /** Where a job writes its file, and where it lies when it is whole: for who started the job only. */
  ofJob(id: number, claim?: string): string;
  /** The jobs that left files, whole ones or pieces. */
  jobsWithFiles(): Promise<ReadonlySet<number>>;
  removeOfJob(id: number): Promise<void>;
  /** Removes spreadsheets that were imported, or forgotten, long ago. @param now ms since 1970 */
  sweep(now: number): Promise<void>;
}

const IMPORTS = 'import';
const NAME = /^(?:import\/)?[A-Za-z0-9_-]{32}\.[a-z]+$/;

/** A spreadsheet is checked, corrected and imported within a day, ms. */
const IMPORT_KEPT = 24 * 3_600_000;

const randomName = () => randomBytes(24).toString('base64url');

/** Opens the folders for uploaded files, and makes them where they are missing. */
export const openFiles = async (dataDir: string): Promise<Files> => {
  const folder = join(dataDir, 'files');
  const imports = join(dataDir, 'imports');
  const receiving = join(dataDir, 'incoming');
  const made = join(dataDir, 'exports');
  for (const path of [folder, imports, receiving, made]) await mkdir(path, { recursive: true });

  const moveTo = async (target: string, received: string, extension: string): Promise<string> => {
    const name = `${randomName()}.${extension}`;
    await rename(received, join(target, name));
    return name;
  };

  const removeOld = async (inside: string, before: number): Promise<void> => {
    for (const name of await readdir(inside)) {
      const path = join(inside, name);
      if ((await stat(path)).mtimeMs < before) await rm(path, { force: true });
    }
  };

  return {
    folder,
    incoming: () => join(receiving, randomName()),
    keep: (received, extension) => moveTo(folder, received, extension),
    keepForImport: async (received, extension) =>
      `${IMPORTS}/${await moveTo(imports, received, extension)}`,
    find: async (name) => {
      if (!NAME.test(name)) return undefined;
      const [, spreadsheet] = name.split('/');
      const path = spreadsheet ? join(imports, spreadsheet) : join(folder, name);
      return access(path).then(
        () => path,
        () => undefined,
      );
    },
    ofJob: (id, claim) => join(made, claim ? `${id}.${claim}.part` : `${id}.xlsx`),
    jobsWithFiles: async () => {
      const names = await readdir(made);
      return new Set(names.map((name) => Number.parseInt(name, 10)).filter(Number.isInteger));
    },
    removeOfJob: async (id) => {
      const names = await readdir(made);
      for (const name of names.filter((one) => one.startsWith(`${id}.`))) {
        await rm(join(made, name), { force: true });
      }
    },
    sweep: async (now) => {
      await removeOld(imports, now - IMPORT_KEPT);
      await removeOld(receiving, now - IMPORT_KEPT);
    },
  };
};
