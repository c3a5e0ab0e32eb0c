import { open } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { crc32, createDeflateRaw } from 'node:zlib';
import { Zip, type ZipInputFile } from 'fflate';

/** File inside a zip file, written piece by piece. */
export interface ZipEntry {
  write(text: string): Promise<void>;
  end(): Promise<void>;
}

const DEFLATE = 8;

/**
 * Creates a zip file, written one entry at a time. Node compresses, off the event loop; fflate, whose compression would block it, only writes the
 * structure around. Only a part of the content is in memory at a time.
 * @param path must not exist; the file gets permissions for this user only
 */
export const zipFile = async (path: string) => {
  const file = await open(path, 'wx', 0o600);
  const pieces: Uint8Array[] = [];
  const zip = new Zip((error, piece) => {
    if (error) throw error;
    pieces.push(piece);
  });
  const flush = async (): Promise<void> => {
    for (const piece of pieces.splice(0)) await file.writeFile(piece);
  };

  const entry = async (filename: string): Promise<ZipEntry> => {
    const head: ZipInputFile = { filename, compression: DEFLATE, crc: 0, size: 0 };
    zip.add(head);
    const put = (bytes: Uint8Array<ArrayBuffer>, isLast: boolean): Promise<void> => {
      head.ondata?.(null, bytes, isLast);
      return flush();
    };
    const deflate = createDeflateRaw();
    const stored = pipeline(deflate, async (chunks: AsyncIterable<Uint8Array<ArrayBuffer>>) => {
      for await (const chunk of chunks) await put(chunk, false);
    });
    // `write` and `end` report the failure.
    stored.catch(() => undefined);
    return {
      write: (text) => {
        const bytes = Buffer.from(text);
        head.crc = crc32(bytes, head.crc);
        head.size += bytes.length;
        return new Promise((resolve, reject) => {
          deflate.write(bytes, (error) => (error ? reject(error) : resolve()));
        });
      },
      end: async () => {
        deflate.end();
        await stored;
        await put(new Uint8Array(), true);
      },
    };
  };

  const close = async (): Promise<void> => {
    try {
      zip.end();
      await flush();
    } finally {
      await file.close();
    }
  };

  return { entry, close };
};
