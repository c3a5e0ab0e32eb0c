import { Readable } from 'node:stream';
import type { Files } from '../../../src/server/files/files';

/** Files with a single one: the program of a lock. */
export const oneFile = (name: string, content: Buffer): Pick<Files, 'find' | 'read'> => ({
  find: async (wanted) =>
    wanted === name ? { id: 1, sha256: '', size: content.length } : undefined,
  read: async (_file, { start, end } = { start: 0, end: content.length }) =>
    Readable.from([content.subarray(start, end)], { objectMode: false }),
});
