import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { inflateRaw } from 'node:zlib';
import { readSheet } from 'read-excel-file/universal';

/** A cell as it was read; a date is its wall clock time, written as if it were UTC. */
export type ReadCell = string | number | boolean | Date | null;

/** Unpacked bytes of a spreadsheet at the most: what 20,000 rows of any declared entity need, several times over. */
const LARGEST = 64 * 2 ** 20;

/** The file is no spreadsheet, is damaged, or is larger than anything we would take. */
export class Unreadable extends Error {
  override readonly name = 'Unreadable';
}

/**
 * The rows of a spreadsheet's first sheet, the header among them.
 * @throws Unreadable
 */
export const readRows = async (path: string): Promise<readonly (readonly ReadCell[])[]> => {
  const bytes = await readFile(path);
  try {
    await inflatedSize(bytes, LARGEST);
    // The library declares its dates as the constructor of dates.
    return (await readSheet(new Blob([bytes]))) as unknown as readonly (readonly ReadCell[])[];
  } catch (error) {
    throw new Unreadable('Not a readable spreadsheet', { cause: error });
  }
};

const inflate = promisify(inflateRaw);

const CENTRAL = 0x02014b50;
const END = 0x06054b50;
const END_LENGTH = 22;
/** A comment may follow the end record. */
const LONGEST_COMMENT = 0xffff;

interface Entry {
  readonly method: number;
  readonly compressed: number;
  readonly offset: number;
}

const endOf = (zip: Buffer): number => {
  const first = Math.max(0, zip.length - END_LENGTH - LONGEST_COMMENT);
  for (let at = zip.length - END_LENGTH; at >= first; at--) {
    if (zip.readUInt32LE(at) === END) return at;
  }
  throw new RangeError('Not a zip file');
};

const entriesOf = (zip: Buffer): Entry[] => {
  const end = endOf(zip);
  const entries: Entry[] = [];
  let at = zip.readUInt32LE(end + 16);
  for (let i = zip.readUInt16LE(end + 10); i > 0; i--) {
    if (zip.readUInt32LE(at) !== CENTRAL) throw new RangeError('Not a zip file');
    entries.push({
      method: zip.readUInt16LE(at + 10),
      compressed: zip.readUInt32LE(at + 20),
      offset: zip.readUInt32LE(at + 42),
    });
    at += 46 + zip.readUInt16LE(at + 28) + zip.readUInt16LE(at + 30) + zip.readUInt16LE(at + 32);
  }
  return entries;
};

/** What an entry really holds; the sizes that a zip file tells of itself may be lies. */
const sizeOf = async (zip: Buffer, entry: Entry, limit: number): Promise<number> => {
  if (entry.method === 0) return entry.compressed;
  const { offset } = entry;
  const start = offset + 30 + zip.readUInt16LE(offset + 26) + zip.readUInt16LE(offset + 28);
  const data = zip.subarray(start, start + entry.compressed);
  const content = await inflate(data, { maxOutputLength: Math.max(1, limit) });
  return content.length;
};

/**
 * How many bytes a zip file holds when unpacked. A file of 20 MB can unpack to 20 GB, so it is asked before anything
 * reads it whole.
 * @throws RangeError when that is more than `limit`, or the file is no zip file
 */
export const inflatedSize = async (zip: Buffer, limit: number): Promise<number> => {
  let total = 0;
  for (const entry of entriesOf(zip)) {
    total += await sizeOf(zip, entry, limit - total);
    if (total > limit) throw new RangeError('Too large when unpacked');
  }
  return total;
};
