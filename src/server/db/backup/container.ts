import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createReadStream, rmSync, statSync } from 'node:fs';
import { open, realpath, rename, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { pipeline as connect } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { messageOf, syncFolder } from '../engine';

/**
 * A backup is one file: frames, compressed by gzip, and the SHA-256 of that. A frame has its length (4 bytes, big-endian)
 * and its content. The first frame is the head. Each section has a frame of JSON, its chunks, an empty frame, and its
 * end.
 */
const FORMAT = 'sealdesk-backup-1';
const DIGEST_BYTES = 32;

export interface BackupHead {
  readonly format: string;
  /** `cluster`: files of the embedded PostgreSQL; `tables`: rows, for any PostgreSQL. */
  readonly kind: 'cluster' | 'tables';
  /** Version of the server that wrote the backup. */
  readonly release: string;
  /** Time in UTC, ISO 8601. */
  readonly made: string;
  /** Version of PostgreSQL. */
  readonly postgres: string;
  readonly migrations: readonly string[];
}

export interface Section {
  readonly name: string;
  /** A reader of a backup must take all of them. */
  readonly chunks: AsyncIterable<Buffer>;
  /** Rows of a table, known after the last chunk. */
  readonly rows?: () => number;
}

const frame = (content: Buffer): Buffer => {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(content.length);
  return Buffer.concat([length, content]);
};

const jsonFrame = (value: object): Buffer => frame(Buffer.from(JSON.stringify(value)));

const END = frame(Buffer.alloc(0));

/** Size of a frame of small chunks, bytes. */
const FRAME_BYTES = 64 * 1024;

/** Joins small chunks, because PostgreSQL sends each row as one. */
async function* joined(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let waiting: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of chunks) {
    waiting.push(chunk);
    bytes += chunk.length;
    if (bytes < FRAME_BYTES) continue;
    yield Buffer.concat(waiting);
    waiting = [];
    bytes = 0;
  }
  if (bytes > 0) yield Buffer.concat(waiting);
}

async function* framesOf(head: object, sections: AsyncIterable<Section>): AsyncGenerator<Buffer> {
  yield jsonFrame(head);
  for await (const { name, chunks, rows = () => 0 } of sections) {
    yield jsonFrame({ name });
    for await (const chunk of joined(chunks)) yield frame(chunk);
    yield END;
    yield jsonFrame({ rows: rows() });
  }
}

async function* withDigest(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const hash = createHash('sha256');
  for await (const chunk of source) {
    hash.update(chunk);
    yield chunk;
  }
  yield hash.digest();
}

/**
 * Writes a backup, first as `<path>.part`, so that a file of this name is always whole. Replaces an earlier one, also
 * that to which a link leads.
 */
export const writeBackup = async (
  name: string,
  head: Omit<BackupHead, 'format'>,
  sections: AsyncIterable<Section>,
): Promise<void> => {
  const path = await realpath(name).catch(() => name);
  const part = `${path}.part`;
  await rm(part, { force: true });
  const file = await open(part, 'wx', 0o600);
  const { ino } = await file.stat();
  /** False if another backup to the same file has begun meanwhile. */
  const isOwn = () => statSync(part, { throwIfNoEntry: false })?.ino === ino;
  const discard = () => isOwn() && rmSync(part);
  process.on('exit', discard);
  try {
    await pipeline(
      framesOf({ format: FORMAT, ...head }, sections),
      createGzip({ level: 1 }),
      withDigest,
      file.createWriteStream({ flush: true }),
    );
    if (!isOwn()) throw new Error(`another backup writes ${path}`);
    await rename(part, path);
  } catch (error) {
    discard();
    throw error;
  } finally {
    process.off('exit', discard);
  }
  await syncFolder(dirname(path));
};

async function* readFrames(path: string): AsyncGenerator<Buffer> {
  const { size } = await stat(path);
  const file = createReadStream(path, { end: size - DIGEST_BYTES - 1 });
  const unzipped = createGunzip({ chunkSize: 4 * FRAME_BYTES });
  let rest = Buffer.alloc(0);
  // An error destroys both streams and ends the loop.
  for await (const chunk of connect(file, unzipped, () => {})) {
    rest = Buffer.concat([rest, chunk]);
    let at = 0;
    while (rest.length - at >= 4) {
      const end = at + 4 + rest.readUInt32BE(at);
      if (end > rest.length) break;
      yield rest.subarray(at + 4, end);
      at = end;
    }
    rest = rest.subarray(at);
  }
}

const parse = (content: Buffer) => JSON.parse(content.toString('utf8'));

/**
 * Reads a file to its end, and returns the head of the backup.
 * @throws Error if it is not a backup, is cut off or was changed
 */
export const checkBackup = async (path: string): Promise<BackupHead> => {
  const entry = await stat(path);
  const { size } = entry;
  const refuse = (reason: string) => new Error(`${path} is not a whole backup: ${reason}`);
  if (!entry.isFile() || size <= DIGEST_BYTES) throw refuse('it is no file, or too short');
  const hash = createHash('sha256');
  const content = createReadStream(path, { end: size - DIGEST_BYTES - 1, highWaterMark: 2 ** 20 });
  for await (const chunk of content) hash.update(chunk);
  const [digest] = await once(createReadStream(path, { start: size - DIGEST_BYTES }), 'data');
  if (!hash.digest().equals(digest)) throw refuse('it is cut off, was changed, or is another file');
  const frames = readFrames(path);
  try {
    const { value } = await frames.next();
    const head: BackupHead = value && parse(value);
    if (head?.format === FORMAT) return head;
    throw new Error(`its format is ${head?.format}, not ${FORMAT}`);
  } catch (error) {
    throw refuse(messageOf(error));
  } finally {
    await frames.return(undefined);
  }
};

/**
 * Reads the sections of a backup that `checkBackup` has taken.
 * @param take stores one and returns its number of rows, 0 if it is no table
 * @throws Error if a table has another number of rows than when it was written
 */
export const readSections = async (
  path: string,
  take: (section: Section) => Promise<number>,
): Promise<void> => {
  const frames = readFrames(path);
  const next = async (): Promise<Buffer> => {
    const { value } = await frames.next();
    if (value) return value;
    throw new Error(`${path} has changed while it was read`);
  };
  async function* chunks() {
    for (let chunk = await next(); chunk.length > 0; chunk = await next()) yield chunk;
  }
  try {
    await next();
    for (let start = await frames.next(); !start.done; start = await frames.next()) {
      const { name } = parse(start.value);
      const stored = await take({ name, chunks: chunks() });
      const { rows } = parse(await next());
      if (stored === rows) continue;
      throw new Error(`${path}: ${name} has ${rows} rows, but ${stored} arrived`);
    }
  } finally {
    await frames.return(undefined);
  }
};
