import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import type { Console } from '../../../src/config';
import { openStore, type Store } from '../../../src/server/store';
import { declared } from './declared';

/** A data folder that is gone after the tests of the file. */
export const temporaryFolder = async (): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'store-'));
  afterAll(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
  return folder;
};

/** A store of its own for the tests of a file; the first of a data folder starts the database. */
export const testStore = async (
  dataDir: string,
  { config = declared, log = () => {} }: { config?: Console; log?: (line: string) => void } = {},
): Promise<Store> => {
  const store = await openStore({ dataDir, config, log });
  afterAll(() => store.close());
  return store;
};
