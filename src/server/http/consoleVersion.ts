import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Enough of a hash to tell releases apart. */
const LENGTH = 16;

/**
 * What changes with every release of the built console, and with nothing else: its page names every file by the hash
 * of its content. Undefined where no console was built.
 */
export const consoleVersion = async (clientDir: string): Promise<string | undefined> => {
  const page = await readFile(join(clientDir, 'index.html')).catch(() => undefined);
  return page && createHash('sha256').update(page).digest('hex').slice(0, LENGTH);
};
