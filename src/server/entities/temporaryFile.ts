import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { FileAnswer } from '../calls';

/**
 * Writes a file that is answered once.
 * @param write makes the file at the path given; when it fails, nothing is left behind
 */
export const temporaryFile = async (
  name: string,
  write: (path: string) => Promise<void>,
): Promise<FileAnswer> => {
  const path = join(tmpdir(), `sealdesk-${randomUUID()}.xlsx`);
  try {
    await write(path);
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  }
  return new FileAnswer(path, name);
};
