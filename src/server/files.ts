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
export const UPLOAD_PATH = /^(?:import\/)?[A-Za-z0-9_-]{32}\.[a-z0-9]+$/;

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

/** A type of file whose content is checked against its name. */
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

/** Images are shown in place; anything else is for saving only. */
export const imageExtensions: readonly string[] = ['png', 'jpg', 'gif', 'webp'];

/** Extensions of a field that names none. */
export const anyExtension: readonly string[] = types.map(({ extension }) => extension);

const MB = 2 ** 20;

/** Maximum bytes of one file. */
export const MAX_FILE_BYTES = 20 * MB;

/** Maximum bytes of an image: it is loaded in every list that shows it. */
export const MAX_IMAGE_BYTES = 5 * MB;

/** Maximum bytes of an organisation's logo. */
export const MAX_LOGO_BYTES = MB;

const typeOf = (extension: string): FileType | undefined =>
  types.find((one) => one.extension === extension || one.alias === extension);

/** Parses the `accept` of a field, `.pdf, .jpeg`, to extensions as files are stored with: `pdf`, `jpg`. */
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
 * Returns the extension that a received file is stored with; undefined if it is not among those taken, or if the content
 * is not what the name says. The content of a type that is not known here is not checked.
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
