import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';

/** What whoever has fetched a file checks it by: SHA-256 as hexadecimal digits, and bytes. */
export const fingerprintOf = async (path: string) => {
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash);
  return { sha256: hash.digest('hex'), size: (await stat(path)).size };
};
