import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { anyOf, type Database } from '../db';

/** Group of files: `public` for every client that knows a name, `import` and `export` for the server only. */
export type Area = 'public' | 'import' | 'export';

/** File in the database. Its content never changes. */
export interface StoredFile {
  readonly id: number;
  readonly sha256: string;
  readonly size: number;
}

/** Bytes from `start`, inclusive, to `end`, exclusive. */
export interface ByteRange {
  readonly start: number;
  readonly end: number;
}

/** Bytes of a row. */
export const CHUNK = 256 * 1024;

export const findContent = (
  db: Database,
  area: Area,
  name: string,
): Promise<StoredFile | undefined> =>
  db
    .selectFrom('stored_file')
    .select(['id', 'sha256', 'size'])
    .where('area', '=', area)
    .where('name', '=', name)
    .executeTakeFirst();

/** Reads a range from the database, one row at a time. @throws Error if the file is deleted meanwhile */
export async function* readContent(
  db: Database,
  { id, size }: StoredFile,
  { start, end }: ByteRange = { start: 0, end: size },
): AsyncGenerator<Buffer> {
  for (let at = start; at < end; ) {
    const place = Math.floor(at / CHUNK);
    const row = await db
      .selectFrom('stored_chunk')
      .select('data')
      .where('file_id', '=', id)
      .where('place', '=', place)
      .executeTakeFirst();
    const data = row?.data.subarray(at - place * CHUNK, end - place * CHUNK);
    if (!data?.length) throw new Error(`Chunk ${place} of file ${id} is missing`);
    yield data;
    at += data.length;
  }
}

interface NewFile {
  readonly area: Area;
  readonly name: string;
  readonly path: string;
  /** Epoch ms. */
  readonly at: number;
}

/**
 * Stores a file in the transaction. Waits for another that stores the same name.
 * @returns false if the name is taken; nothing is stored then
 */
export const storeContent = async (
  transaction: Database,
  { area, name, path, at }: NewFile,
): Promise<boolean> => {
  const { sha256, size } = await digestOf(createReadStream(path));
  const file = await transaction
    .insertInto('stored_file')
    .values({ area, name, sha256, size, at })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!file) return false;
  let place = 0;
  for await (const data of createReadStream(path, { highWaterMark: CHUNK })) {
    await transaction
      .insertInto('stored_chunk')
      .values({ file_id: file.id, place, data })
      .execute();
    place += 1;
  }
  // A disk may return less than it was asked for: all chunks but the last are whole, or the file is not readable.
  if (place !== Math.ceil(size / CHUNK)) throw new Error(`${path} was read in other chunks`);
  return true;
};

export const removeContent = async (
  db: Database,
  area: Area,
  names: readonly string[],
): Promise<void> => {
  await db
    .deleteFrom('stored_file')
    .where('area', '=', area)
    .where('name', '=', anyOf(names))
    .execute();
};

/**
 * Checksums by which a lock verifies a downloaded file: the SHA-256 in hex, the sum of the bytes (the only one that a
 * Jointech lock supports), and the size in bytes.
 */
export const fileDigests = async (content: AsyncIterable<Buffer>) => {
  let byte_sum = 0;
  const digest = await digestOf(content, (chunk) => {
    for (const byte of chunk) byte_sum += byte;
  });
  return { ...digest, byte_sum };
};

const digestOf = async (content: AsyncIterable<Buffer>, visit?: (chunk: Buffer) => void) => {
  const hash = createHash('sha256');
  let size = 0;
  for await (const chunk of content) {
    hash.update(chunk);
    size += chunk.length;
    visit?.(chunk);
  }
  return { sha256: hash.digest('hex'), size };
};
