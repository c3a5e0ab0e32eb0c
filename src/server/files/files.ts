import { randomBytes } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { sql } from 'kysely';
import { DAY } from '../../domain/duration';
import { type Database, lit } from '../db';
import { openFileCache } from './cache';
import {
  type Area,
  type ByteRange,
  findContent,
  readContent,
  removeContent,
  type StoredFile,
  storeContent,
} from './content';

/**
 * Storage of files in the database, under random names that cannot be guessed. A file is stored when the transaction
 * commits, and every server on the database has it then.
 */
export interface Files {
  /** Returns a new path on the local disk for a file that is being received or written. */
  incoming(): Promise<string>;
  /** Stores a received file as a public one. @returns its name */
  keep(transaction: Database, received: string, extension: string): Promise<string>;
  /** Stores a received spreadsheet until it is imported, for the server only and for `IMPORT_TTL`. @returns its name */
  keepForImport(transaction: Database, received: string, extension: string): Promise<string>;
  /** Stores the file of a job in place of an earlier one. Only for the job's owner. */
  keepForJob(transaction: Database, id: number, written: string): Promise<void>;
  /** Finds a public file by any name. */
  findPublic(name: string): Promise<StoredFile | undefined>;
  /** Finds an uploaded file: a public one or a spreadsheet. */
  find(name: string, db?: Database): Promise<StoredFile | undefined>;
  findOfJob(id: number, db?: Database): Promise<StoredFile | undefined>;
  /** Streams a file, or a range of it, from the local disk. A missing copy is fetched from the database first. */
  read(file: StoredFile, range?: ByteRange): Promise<Readable>;
  /** Runs the work with a copy of a file on disk, which is deleted afterwards. */
  withCopy<T>(file: StoredFile, work: (path: string) => Promise<T>): Promise<T>;
  remove(names: readonly string[]): Promise<void>;
  removeOfJob(id: number): Promise<void>;
  /** Removes the files of jobs that do not exist any more. */
  removeOfDeletedJobs(): Promise<void>;
  /** Returns public files that were stored before. @param before epoch ms */
  uploadedBefore(before: number): Promise<string[]>;
  /** Removes imported and abandoned spreadsheets older than `IMPORT_TTL`, and unused copies. @param now epoch ms */
  sweep(now: number): Promise<void>;
}

const IMPORTS = 'import';

/** Path of an uploaded file, as the upload call returns it. */
export const UPLOAD_PATH = /^(?:import\/)?[A-Za-z0-9_-]{32}\.[a-z0-9]+$/;

/** Time in which a spreadsheet must be imported, or a form with an uploaded file saved, ms. */
export const IMPORT_TTL = DAY;

const randomName = () => randomBytes(24).toString('base64url');

/** Removes what a server that ended has left. Its name has the time, because a disk may have another clock. */
const removeReceivedBefore = async (folder: string, before: number): Promise<void> => {
  for (const name of await readdir(folder).catch(() => [])) {
    const at = Number.parseInt(name, 10);
    if (!(at >= before)) await rm(join(folder, name), { force: true });
  }
};

/** @param dataDir folder for received files and local copies */
export const openFiles = (db: Database, dataDir: string): Files => {
  const receiving = join(dataDir, 'incoming');
  const cache = openFileCache(db, join(dataDir, 'cache'));

  const store = async (transaction: Database, area: Area, path: string, extension: string) => {
    const name = `${randomName()}.${extension}`;
    await storeContent(transaction, { area, name, path, at: Date.now() });
    return name;
  };

  const incoming = async () => {
    await mkdir(receiving, { recursive: true });
    return join(receiving, `${Date.now()}.${randomName()}`);
  };

  const read: Files['read'] = async (file, { start, end } = { start: 0, end: file.size }) => {
    if (start === end) return Readable.from([]);
    const copy = await cache.open(file);
    // The end of a Node stream is inclusive.
    return copy
      ? copy.createReadStream({ start, end: end - 1 })
      : Readable.from(readContent(db, file, { start, end }), { objectMode: false });
  };

  return {
    incoming,
    read,
    keep: (transaction, received, extension) => store(transaction, 'public', received, extension),
    keepForImport: async (transaction, received, extension) =>
      `${IMPORTS}/${await store(transaction, 'import', received, extension)}`,
    keepForJob: async (transaction, id, path) => {
      const name = String(id);
      await removeContent(transaction, 'export', [name]);
      await storeContent(transaction, { area: 'export', name, path, at: Date.now() });
    },
    findPublic: (name) => findContent(db, 'public', name),
    find: async (name, reader = db) => {
      if (!UPLOAD_PATH.test(name)) return undefined;
      const [, spreadsheet] = name.split('/');
      return spreadsheet
        ? findContent(reader, 'import', spreadsheet)
        : findContent(reader, 'public', name);
    },
    findOfJob: (id, reader = db) => findContent(reader, 'export', String(id)),
    withCopy: async (file, work) => {
      const path = await incoming();
      try {
        await pipeline(
          readContent(db, file),
          createWriteStream(path, { flags: 'wx', mode: 0o600 }),
        );
        return await work(path);
      } finally {
        await rm(path, { force: true });
      }
    },
    remove: (names) => removeContent(db, 'public', names),
    removeOfJob: (id) => removeContent(db, 'export', [String(id)]),
    removeOfDeletedJobs: async () => {
      await db
        .deleteFrom('stored_file')
        .where('area', '=', lit('export'))
        .where(({ not, exists, selectFrom, ref }) =>
          not(exists(selectFrom('job').where('job.id', '=', sql<number>`${ref('name')}::bigint`))),
        )
        .execute();
    },
    uploadedBefore: async (before) => {
      const rows = await db
        .selectFrom('stored_file')
        .select('name')
        .where('area', '=', lit('public'))
        .where('at', '<', before)
        .execute();
      return rows.map(({ name }) => name).filter((name) => UPLOAD_PATH.test(name));
    },
    sweep: async (now) => {
      await db
        .deleteFrom('stored_file')
        .where('area', '=', lit('import'))
        .where('at', '<', now - IMPORT_TTL)
        .execute();
      await removeReceivedBefore(receiving, now - IMPORT_TTL);
      await cache.sweep();
    },
  };
};
