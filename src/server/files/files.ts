import { createHash, randomBytes } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { access, mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { DAY } from '../../domain/duration';

/** Storage of uploaded files under random names that cannot be guessed. */
export interface Files {
  /** Folder of the public files. A file can be read by every client that knows its name. */
  readonly folder: string;
  /** Returns a path for a file that is being received. */
  incoming(): string;
  /** Moves a received file into the public folder. @returns its name */
  keep(received: string, extension: string): Promise<string>;
  /** Keeps a received spreadsheet until it is imported, for the server only and for `IMPORT_TTL`. @returns its name */
  keepForImport(received: string, extension: string): Promise<string>;
  /** Returns the path of a public file or a spreadsheet; undefined if there is none of that name. */
  find(name: string): Promise<string | undefined>;
  /** Removes a public file. */
  remove(name: string): Promise<void>;
  /** Path of a job's finished file or, with `claim`, of the part being written. Only for the job's owner. */
  ofJob(id: number, claim?: string): string;
  /** Ids of the jobs that left files, finished or partial. */
  jobsWithFiles(): Promise<ReadonlySet<number>>;
  removeOfJob(id: number): Promise<void>;
  /** Removes imported and abandoned spreadsheets older than `IMPORT_TTL`. @param now ms since 1970 */
  sweep(now: number): Promise<void>;
}

const IMPORTS = 'import';

/** Path of an uploaded file, as the upload call returns it. */
export const UPLOAD_PATH = /^(?:import\/)?[A-Za-z0-9_-]{32}\.[a-z0-9]+$/;

/** Time in which a spreadsheet must be imported, or a form with an uploaded file saved, ms. */
export const IMPORT_TTL = DAY;

const randomName = () => randomBytes(24).toString('base64url');

/** Opens the folders for uploaded files, creating missing ones. */
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

/** File type whose content is checked against its extension by the bytes at its beginning. */
interface FileType {
  readonly extension: string;
  readonly alias?: string;
  readonly beginning: readonly number[];
}

const types: readonly FileType[] = [
  { extension: 'xlsx', beginning: [0x50, 0x4b, 0x03, 0x04] },
  { extension: 'pdf', beginning: [0x25, 0x50, 0x44, 0x46, 0x2d] },
  { extension: 'png', beginning: [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a] },
  { extension: 'jpg', alias: 'jpeg', beginning: [0xff, 0xd8, 0xff] },
  { extension: 'gif', beginning: [0x47, 0x49, 0x46, 0x38] },
  { extension: 'webp', beginning: [0x52, 0x49, 0x46, 0x46] },
  { extension: 'bin', beginning: [] },
  { extension: 'hex', beginning: [0x3a] },
  { extension: 'zip', beginning: [0x50, 0x4b, 0x03, 0x04] },
];

/** Images are shown in place; other files are only downloaded. */
export const imageExtensions: readonly string[] = ['png', 'jpg', 'gif', 'webp'];

/** Extensions accepted by a field without `accept`. */
export const anyExtension: readonly string[] = types.map(({ extension }) => extension);

const MB = 2 ** 20;

/** Maximum bytes per file. */
export const MAX_FILE_BYTES = 20 * MB;

/** Maximum bytes of an image. It is small because every list that shows the image loads it. */
export const MAX_IMAGE_BYTES = 5 * MB;

/** Maximum bytes of an organisation's logo. */
export const MAX_LOGO_BYTES = MB;

const typeOf = (extension: string): FileType | undefined =>
  types.find((one) => one.extension === extension || one.alias === extension);

/** Parses a field's `accept` (`.pdf, .jpeg`) into the extensions under which files are stored: `pdf`, `jpg`. */
export const parseAccept = (accept: string): string[] =>
  accept.split(',').map((each) => {
    const extension = each.trim().toLowerCase().replace(/^\./, '');
    return typeOf(extension)?.extension ?? extension;
  });

const startsWith = async (path: string, beginning: readonly number[]): Promise<boolean> => {
  const file = await open(path);
  try {
    const { buffer } = await file.read(Buffer.alloc(beginning.length), 0, beginning.length, 0);
    return buffer.equals(Buffer.from(beginning));
  } finally {
    await file.close();
  }
};

/**
 * Returns the extension under which a received file is stored; undefined if it is not in `taken` or the content does
 * not match it. The content of types that this file does not list is not checked.
 */
export const fileType = async (
  path: string,
  name: string,
  taken: readonly string[],
): Promise<string | undefined> => {
  const [, written = ''] = /\.([a-z0-9]+)$/.exec(name.toLowerCase()) ?? [];
  const type = typeOf(written);
  const extension = type?.extension ?? written;
  if (!taken.includes(extension)) return undefined;
  return !type || (await startsWith(path, type.beginning)) ? extension : undefined;
};

/**
 * Checksums by which a lock verifies a downloaded file: the SHA-256 in hex, the sum of the bytes (the only one that a
 * Jointech lock supports), and the size in bytes.
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
