import { execFile } from 'node:child_process';
import { basename, parse } from 'node:path';
import { promisify } from 'node:util';

const execute = promisify(execFile);

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

/**
 * The ways to try, best first. Being shown as `nobody` in a user namespace leaves the files with
 * root and works below folders only root may enter; it also gives a name to users without one,
 * which initdb insists on. Containers may forbid it, then root really becomes `nobody`.
 */
export async function waysToRun(): Promise<RunAs[]> {
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
      const said = stderr.trim().split('\n').slice(-3).join(' ');
      const silent = `${basename(call.file)}: ${error.code ?? error.signal}`;
      reject(new Error(said || silent, { cause: error }));
    });
  });
}
