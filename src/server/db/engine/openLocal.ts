import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import {
  type EngineMarker,
  holdsDatabase,
  readMarker,
  refuseRoot,
  removeUnfinished,
  UNFINISHED_RESTORE,
  writeMarker,
} from './dataFolder';
import {
  type EngineOptions,
  type LocalEngine,
  type LocalEngineKind,
  messageOf,
  StorageError,
} from './engine';
import { lockFolder } from './folderLock';
import { openPglite } from './pglite';
import { openPostgres } from './postgres';

/**
 * Opens the engine of a data folder (an absolute, existing path) under the folder's lock. The first start chooses the
 * engine and records it; later starts never change it.
 * @throws StorageError `locked`, `unavailable` or `damaged`
 */
export async function openLocal(folder: string, options: EngineOptions): Promise<LocalEngine> {
  await refuseRoot(folder);
  const lock = await lockFolder(folder);
  try {
    const engine = await openUnderLock(folder, options);
    const close = () => engine.close().finally(() => lock.release());
    return { ...engine, close };
  } catch (error) {
    await lock.release();
    throw error;
  }
}

async function openUnderLock(folder: string, options: EngineOptions): Promise<LocalEngine> {
  const marker = await readMarker(folder);
  const recorded = await recordedEngine(folder, marker);
  await removeUnfinished(folder, UNFINISHED_RESTORE);
  const engine = recorded
    ? await openRecorded(folder, recorded, options)
    : await openFirst(folder, options);
  if (marker?.initialised) return engine;
  try {
    await writeMarker(folder, engine.kind);
    return engine;
  } catch (error) {
    await engine.close();
    throw error;
  }
}

/** Engines by kind; `files` is the folder of the database, relative to the data folder. */
const ENGINES = {
  postgres: { title: 'embedded PostgreSQL', files: 'pg', open: openPostgres },
  pglite: { title: 'PGlite', files: 'pglite', open: openPglite },
};

/** Returns the engine of the marker file or, if that is lost, the one whose files exist. */
async function recordedEngine(
  folder: string,
  marker: EngineMarker | undefined,
): Promise<LocalEngineKind | undefined> {
  if (marker) {
    const { engine, initialised } = marker;
    if (!initialised || (await hasFiles(folder, engine))) return engine;
    // Starting with an empty database would look like a total loss of data, and soon become one.
    throw new StorageError(
      'damaged',
      `The data folder ${folder} belongs to ${ENGINES[engine].title}, but its database files (${ENGINES[engine].files}) are missing. Restore them, or remove the file ENGINE to start with an empty database.`,
    );
  }
  const postgres = await hasFiles(folder, 'postgres');
  const pglite = await hasFiles(folder, 'pglite');
  if (postgres && pglite) {
    throw new StorageError(
      'damaged',
      `The data folder ${folder} holds files of both engines and no file ENGINE that tells which one counts. Write "postgres" or "pglite" to it.`,
    );
  }
  if (postgres) return 'postgres';
  return pglite ? 'pglite' : undefined;
}

/** True if a data folder has a database, or its marker file says that it had one. */
export const hasDatabase = async (folder: string): Promise<boolean> => {
  const marker = await readMarker(folder);
  return (
    marker?.initialised === true ||
    (await hasFiles(folder, 'postgres')) ||
    hasFiles(folder, 'pglite')
  );
};

/** True if the database of a data folder is PGlite. */
export const usesPglite = async (folder: string): Promise<boolean> =>
  (await recordedEngine(folder, await readMarker(folder))) === 'pglite';

const hasFiles = (folder: string, kind: LocalEngineKind) =>
  holdsDatabase(join(folder, ENGINES[kind].files));

async function openRecorded(
  folder: string,
  kind: LocalEngineKind,
  options: EngineOptions,
): Promise<LocalEngine> {
  const { title, open } = ENGINES[kind];
  try {
    const engine = await open(folder, options);
    options.log(`Storage: ${title} in ${folder}`);
    return engine;
  } catch (error) {
    if (error instanceof StorageError) throw error;
    throw new StorageError(
      'unavailable',
      `The data folder ${folder} belongs to ${title}, which does not start here: ${messageOf(error)}`,
      { cause: error },
    );
  }
}

/** Opens the best engine that runs on this machine, in a folder without a database. */
async function openFirst(folder: string, options: EngineOptions): Promise<LocalEngine> {
  try {
    const engine = await openPostgres(folder, options);
    options.log(`Storage: embedded PostgreSQL, chosen for the new data folder ${folder}`);
    return engine;
  } catch (error) {
    if (error instanceof StorageError) throw error;
    // The next start would take the remains of a half-successful attempt for a database.
    await rm(join(folder, ENGINES.postgres.files), { recursive: true, force: true });
    const reason = `embedded PostgreSQL does not run here (${messageOf(error)})`;
    try {
      const engine = await openPglite(folder, options);
      options.log(`Storage: PGlite, chosen for the new data folder ${folder}, because ${reason}`);
      return engine;
    } catch (second) {
      throw new StorageError(
        'unavailable',
        `No database starts in ${folder}: ${reason}, nor does PGlite (${messageOf(second)})`,
        { cause: second },
      );
    }
  }
}
