import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import type { Console } from '../../../src/config';
import { openStore, type Store } from '../../../src/server/db';
import { declared } from './declared';

const folders: string[] = [];
const stores: Store[] = [];

// Registered here, when the file that imports this is read: from within a hook or a test it would be ignored.
afterAll(async () => {
  await Promise.all(stores.map((store) => store.close()));
  for (const folder of folders) await rm(folder, { recursive: true, force: true, maxRetries: 5 });
});

/** A data folder that is gone after the tests of the file. */
export const temporaryFolder = async (): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'store-'));
  folders.push(folder);
  return folder;
};

/** A store that is closed after the tests of the file; the first of a data folder starts the database. */
export const testStore = async (
  dataDir: string,
  { config = declared, log = () => {} }: { config?: Console; log?: (line: string) => void } = {},
): Promise<Store> => {
  const store = await openStore({ dataDir, config, log });
  stores.push(store);
  return store;
};
