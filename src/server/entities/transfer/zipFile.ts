import { open } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { crc32, createDeflateRaw } from 'node:zlib';

/** One file inside a zip file, written bit by bit. */
export interface ZipEntry {
  write(text: string): Promise<void>;
  end(): Promise<void>;
}

/** A zip file that is being written, one entry after the other. */
export interface ZipFile {
  entry(name: string): Promise<ZipEntry>;
  close(): Promise<void>;
}

/** Names are UTF-8; sizes and checksum follow the data, because they are not known before. */
const FLAGS = 0x0808;
const DEFLATE = 8;
const VERSION = 20;
/** 1 January 1980, the first day a zip file knows. */
const DATE = 0x0021;

interface Written {
  readonly name: Buffer;
  readonly offset: number;
  readonly crc: number;
  readonly compressed: number;
  readonly size: number;
}

/** Version to `crc, compressed, size` are the same in both headers of an entry. */
const commonHeader = ({ name, crc, compressed, size }: Omit<Written, 'offset'>): Buffer => {
  const header = Buffer.alloc(26);
  header.writeUInt16LE(VERSION, 0);
  header.writeUInt16LE(FLAGS, 2);
  header.writeUInt16LE(DEFLATE, 4);
  header.writeUInt16LE(DATE, 8);
  header.writeUInt32LE(crc, 10);
  header.writeUInt32LE(compressed, 14);
  header.writeUInt32LE(size, 18);
  header.writeUInt16LE(name.length, 22);
  return header;
};

const signed = (signature: number, ...parts: readonly Buffer[]): Buffer => {
  const start = Buffer.alloc(4);
  start.writeUInt32LE(signature);
  return Buffer.concat([start, ...parts]);
};

const localHeader = (name: Buffer): Buffer =>
  signed(0x04034b50, commonHeader({ name, crc: 0, compressed: 0, size: 0 }), name);

const descriptor = ({ crc, compressed, size }: Written): Buffer => {
  const numbers = Buffer.alloc(12);
  numbers.writeUInt32LE(crc, 0);
  numbers.writeUInt32LE(compressed, 4);
  numbers.writeUInt32LE(size, 8);
  return signed(0x08074b50, numbers);
};

const centralHeader = (entry: Written): Buffer => {
  const madeBy = Buffer.alloc(2);
  madeBy.writeUInt16LE(VERSION);
  const rest = Buffer.alloc(14);
  rest.writeUInt32LE(entry.offset, 10);
  return signed(0x02014b50, madeBy, commonHeader(entry), rest, entry.name);
};

const endRecord = (count: number, size: number, offset: number): Buffer => {
  const numbers = Buffer.alloc(18);
  numbers.writeUInt16LE(count, 4);
  numbers.writeUInt16LE(count, 6);
  numbers.writeUInt32LE(size, 8);
  numbers.writeUInt32LE(offset, 12);
  return signed(0x06054b50, numbers);
};

/**
 * Opens a new zip file for writing. The compression runs beside the event loop, and no more than a piece of the
 * content is in memory.
 * @param path must not exist; readable by this user only
 */
export const zipFile = async (path: string): Promise<ZipFile> => {
  const file = await open(path, 'wx', 0o600);
  const entries: Written[] = [];
  let position = 0;

  const put = async (bytes: Uint8Array): Promise<void> => {
    await file.writeFile(bytes);
    position += bytes.length;
  };

  const entry = async (given: string): Promise<ZipEntry> => {
    const name = Buffer.from(given);
    const offset = position;
    await put(localHeader(name));
    const start = position;
    let [crc, size] = [0, 0];
    const deflate = createDeflateRaw();
    const stored = pipeline(deflate, async (chunks: AsyncIterable<Uint8Array>) => {
      for await (const chunk of chunks) await put(chunk);
    });
    // A failure reaches the writer through `write` and `end`.
    stored.catch(() => undefined);
    return {
      write: (text) => {
        const bytes = Buffer.from(text);
        crc = crc32(bytes, crc);
        size += bytes.length;
        return new Promise((resolve, reject) => {
          deflate.write(bytes, (error) => (error ? reject(error) : resolve()));
        });
      },
      end: async () => {
        deflate.end();
        await stored;
        const written = { name, offset, crc, size, compressed: position - start };
        await put(descriptor(written));
        entries.push(written);
      },
    };
  };

  const close = async (): Promise<void> => {
    try {
      const offset = position;
      for (const written of entries) await put(centralHeader(written));
      await put(endRecord(entries.length, position - offset, offset));
    } finally {
      await file.close();
    }
  };

  return { entry, close };
};
