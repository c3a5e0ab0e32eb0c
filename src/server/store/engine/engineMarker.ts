import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { codeOf } from './codeOf';
import type { LocalEngineKind } from './engine';
import { StorageError } from './storageError';
import { writeWhole } from './writeWhole';

const fileIn = (folder: string) => join(folder, 'ENGINE');

export interface EngineMarker {
  engine: LocalEngineKind;
  /** False when an operator wrote only the name, to choose the engine before the first start. */
  initialised: boolean;
}

/**
 * The engine this data folder belongs to: the first word of its file ENGINE, undefined when there
 * is none. Throws StorageError `damaged` for any other word.
 */
export async function readMarker(folder: string): Promise<EngineMarker | undefined> {
  let text: string;
  try {
    text = await readFile(fileIn(folder), 'utf8');
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
  const [engine, state] = text.trim().split(/\s+/);
  if (engine !== 'postgres' && engine !== 'pglite') {
    throw new StorageError(
      'damaged',
      `${fileIn(folder)} must start with "postgres" or "pglite", but holds "${text.trim()}".`,
    );
  }
  return { engine, initialised: state === 'initialised' };
}

/** Records the engine for good. */
export const writeMarker = (folder: string, engine: LocalEngineKind): Promise<void> =>
  writeWhole(fileIn(folder), `${engine}\ninitialised ${new Date().toISOString()}\n`);
