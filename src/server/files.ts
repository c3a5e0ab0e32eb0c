import { createHash, randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { access, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { DAY } from '../domain/duration';

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
  /** Removes a file that everybody may read. */
  remove(name: string): Promise<void>;
  /** Where a job writes its file, and where it lies when it is whole: for who started the job only. */
  ofJob(id: number, claim?: string): string;
  /** The jobs that left files, whole ones or pieces. */
  jobsWithFiles(): Promise<ReadonlySet<number>>;
  removeOfJob(id: number): Promise<void>;
  /** Removes spreadsheets that were imported, or forgotten, long ago. @param now ms since 1970 */
  sweep(now: number): Promise<void>;
}

const IMPORTS = 'import';

/** What an upload answers as its path. */
export const UPLOAD_PATH = /^(?:import\/)?[A-Za-z0-9_-]{32}\.[a-z]+$/;

/** A spreadsheet is checked, corrected and imported, and a form that a file was sent for is saved, within a day, ms. */
export const IMPORT_TTL = DAY;

const randomName = () => randomBytes(24).toString('base64url');

/** Opens the folders for uploaded files, and makes them where they are missing. */
export const openFiles = async (dataDir: string): Promise<Files> => {
  const folder = join(dataDir, 'files');
  const imports = join(dataDir, 'imports');
  const receiving = join(dataDir, 'incoming');
  const exportsFolder = join(dataDir, 'exports');
  for (const path of [folder, imports, receiving, exportsFolder])
    await mkdir(path, { recursive: true });

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
      if (!UPLOAD_PATH.test(name)) return undefined;
      const [, spreadsheet] = name.split('/');
      const path = spreadsheet ? join(imports, spreadsheet) : join(folder, name);
      return access(path).then(
        () => path,
        () => undefined,
      );
    },
    remove: (name) => rm(join(folder, basename(name)), { force: true }),
    ofJob: (id, claim) => join(exportsFolder, claim ? `${id}.${claim}.part` : `${id}.xlsx`),
    jobsWithFiles: async () => {
      const names = await readdir(exportsFolder);
      return new Set(names.map((name) => Number.parseInt(name, 10)).filter(Number.isInteger));
    },
    removeOfJob: async (id) => {
      const names = await readdir(exportsFolder);
      for (const name of names.filter((one) => one.startsWith(`${id}.`))) {
        await rm(join(exportsFolder, name), { force: true });
      }
    },
    sweep: async (now) => {
      await removeOld(imports, now - IMPORT_TTL);
      await removeOld(receiving, now - IMPORT_TTL);
    },
  };
};

/** A type of file that is taken: how it is called, and how it begins. */
interface FileType {
  readonly extension: string;
  readonly alias?: string;
  readonly beginning: readonly number[];
}

const types: readonly FileType[] = [
  { extension: 'xlsx', beginning: [0x50, 0x4b, 0x03, 0x04] },
  { extension: 'png', beginning: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a] },
  { extension: 'jpg', alias: 'jpeg', beginning: [0xff, 0xd8, 0xff] },
  { extension: 'gif', beginning: [0x47, 0x49, 0x46, 0x38] },
  { extension: 'webp', beginning: [0x52, 0x49, 0x46, 0x46] },
  { extension: 'bin', beginning: [] },
  { extension: 'hex', beginning: [0x3a] },
  { extension: 'zip', beginning: [0x50, 0x4b, 0x03, 0x04] },
];

/** Images are shown in place; anything else is for saving only. */
export const imageExtensions: readonly string[] = ['png', 'jpg', 'gif', 'webp'];

const MB = 2 ** 20;

/** Bytes of one file at the most. */
export const MAX_FILE_BYTES = 20 * MB;

/** What a file may be for: which types serve it, and bytes at the most. */
interface Purpose {
  readonly extensions: readonly string[];
  readonly bytes: number;
}

const image: Purpose = { extensions: imageExtensions, bytes: 5 * MB };

const purposes: ReadonlyMap<unknown, Purpose> = new Map([
  ['import', { extensions: ['xlsx'], bytes: MAX_FILE_BYTES }],
  ['image', image],
  ['logo', { extensions: imageExtensions, bytes: MB }],
  ['firmware', { extensions: ['bin', 'hex', 'zip'], bytes: MAX_FILE_BYTES }],
]);

const anything: Purpose = {
  extensions: types.map(({ extension }) => extension),
  bytes: MAX_FILE_BYTES,
};

/**
 * What a purpose takes: any other than the known ones, everything.
 * @param isImage whether pictures are all that has this purpose
 */
export const uploadPurpose = (purpose: unknown, isImage = false): Purpose =>
  purposes.get(purpose) ?? (isImage ? image : anything);

const startsWith = async (path: string, beginning: readonly number[]): Promise<boolean> => {
  const file = await open(path);
  try {
    const { buffer } = await file.read(Buffer.alloc(beginning.length), 0, beginning.length, 0);
    return buffer.equals(Buffer.from(beginning));
  } finally {
    await file.close();
  }
};

/** The extension of a received file by its name, if its content agrees; undefined for a type that is not taken. */
export const fileType = async (path: string, name: string): Promise<string | undefined> => {
  const extension = /\.([^.]+)$/.exec(name.toLowerCase())?.[1];
  const type = types.find((one) => one.extension === extension || one.alias === extension);
  return type && (await startsWith(path, type.beginning)) ? type.extension : undefined;
};

/**
 * What whoever has fetched a file checks it by: SHA-256 as hexadecimal digits, the sum of its bytes (all that a Jointech
 * lock knows), and how many they are.
 */
export const fileDigests = async (path: string) => {
  const hash = createHash('sha256');
  let [size, byte_sum] = [0, 0];
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
    hash.update(chunk);
    size += chunk.length;
    for (const byte of chunk) byte_sum += byte;
  }
  return { sha256: hash.digest('hex'), size, byte_sum };
};
