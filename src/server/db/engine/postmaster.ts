import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { open, readdir, readFile, readlink, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { codeOf, type Log, messageOf, StorageError } from './engine';
import type { Running } from './keepRunning';
import { invocation, type PostgresBinaries, type RunAs, runProgram } from './programs';

interface PostmasterOptions {
  binaries: PostgresBinaries;
  runAs: RunAs;
  dataFolder: string;
  /** Settings of the listening address. */
  settings: Record<string, string>;
}

const SETTINGS = {
  fsync: 'on',
  synchronous_commit: 'on',
  shared_buffers: '128MB',
  // With less, a checkpoint every few seconds under load writes most pages a second time.
  max_wal_size: '2GB',
  max_connections: '200',
  // Same day boundaries on every machine.
  timezone: 'UTC',
  log_timezone: 'UTC',
  // Failed statements are reported to their callers. In a log file they could reveal personal data.
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
  log_checkpoints: 'off',
};

/**
 * Starts PostgreSQL on `<dataFolder>/pg` as a child of this process, without waiting until it accepts connections.
 * `exited` resolves with the last lines of its log, `<dataFolder>/pg.log`.
 */
export async function startPostmaster(options: PostmasterOptions): Promise<Running> {
  const { binaries, runAs, dataFolder } = options;
  const cluster = join(dataFolder, 'pg');
  const logPath = join(dataFolder, 'pg.log');
  const settings = Object.entries({ ...SETTINGS, ...options.settings });
  const args = ['-D', cluster, ...settings.flatMap(([key, value]) => ['-c', `${key}=${value}`])];
  const call = invocation(runAs, binaries.postgres, args);

  const log = await openLog(logPath);
  const child = spawn(call.file, call.args, {
    ...call.options,
    env: binaries.env,
    stdio: ['ignore', log.handle.fd, log.handle.fd],
    // Ctrl-C reaches the whole foreground process group, but the database must outlive the server's last writes.
    detached: process.platform !== 'win32',
    windowsHide: true,
  });
  const exited = (async () => {
    try {
      const [code, signal] = await once(child, 'exit');
      const lines = (await readFile(logPath))
        .subarray(log.from)
        .toString('utf8')
        .trim()
        .split('\n');
      return `${signal ?? `exit code ${code}`}: ${lines.slice(-4).join(' | ')}`;
    } catch (error) {
      return messageOf(error);
    }
  })();
  await log.handle.close();

  // For exits without cleanup, on systems that do not signal the child when its parent ends.
  const onExit = () => child.kill('SIGINT');
  process.on('exit', onExit);
  void exited.then(() => process.off('exit', onExit));

  const hasExited = () => child.exitCode !== null || child.signalCode !== null;
  return {
    exited,
    stop: async () => {
      if (hasExited() || child.pid === undefined) return;
      await stop(child, exited, async () => {
        if (process.platform !== 'win32') return child.kill('SIGINT');
        // On Windows a signal would end it without an orderly shutdown.
        return runProgram(
          runAs,
          binaries.pgCtl,
          ['stop', '-D', cluster, '-m', 'fast'],
          binaries.env,
        );
      });
    },
  };
}

const MAX_LOG_BYTES = 10 * 1024 * 1024;

/** Opens the log for appending. Renames a large one first. */
async function openLog(path: string) {
  const size = await stat(path).then(
    (entry) => entry.size,
    () => 0,
  );
  if (size > MAX_LOG_BYTES) await rename(path, `${path}.old`);
  const handle = await open(path, 'a', 0o600);
  return { handle, from: size > MAX_LOG_BYTES ? 0 : size };
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    // EPERM: owned by another user; waiting for it still makes sense.
    if (!['ESRCH', 'EPERM'].includes(codeOf(error))) throw error;
  }
}

async function stop(child: ChildProcess, exited: Promise<string>, fast: () => Promise<unknown>) {
  await fast();
  if (await endsWithin(exited, 30_000)) return;
  // Immediate shutdown is safe: the next start replays the log.
  child.kill('SIGQUIT');
  if (await endsWithin(exited, 10_000)) return;
  child.kill('SIGKILL');
  await exited;
}

/** Waits for the end of a process for at most `patience` ms. Returns true if it ended. */
const endsWithin = (exited: Promise<string>, patience: number): Promise<boolean> =>
  Promise.race([exited.then(() => true), sleep(patience, false, { ref: false })]);

const PATIENCE = 15_000;
const GENTLE = 10_000;

/**
 * Stops a PostgreSQL that outlived its server. Call it only while holding the lock of the data folder, which proves
 * that the server is gone.
 *
 * Removes postmaster.pid only if its process id now belongs to some other process, because PostgreSQL would refuse to
 * start then. In all other cases PostgreSQL itself judges the file better.
 * @throws StorageError `locked` if it has not ended after 15 s
 */
export async function stopOrphan(cluster: string, log: Log): Promise<void> {
  const recorded = await recordedProcess(cluster);
  if (recorded === undefined) return;
  const start = Date.now();
  let urgent = false;
  for (let logged = false; ; logged = true) {
    const living = await livingProcesses(cluster, recorded);
    if (living.length === 0) break;
    const waited = Date.now() - start;
    if (waited > PATIENCE) {
      throw new StorageError(
        'locked',
        `PostgreSQL (process ${living.join(', ')}) from an earlier run still uses ${cluster} and does not end. Stop it, then start again.`,
      );
    }
    if (!logged) {
      log(`Storage: ending the PostgreSQL that an earlier run left behind (process ${recorded})`);
      if (living.includes(recorded)) signal(recorded, 'SIGINT');
    }
    if (waited > GENTLE && !urgent) {
      // Immediate shutdown is safe: the next start replays the log.
      for (const pid of living) signal(pid, 'SIGQUIT');
      urgent = true;
    }
    await sleep(50);
  }
  if (exists(recorded)) await rm(join(cluster, 'postmaster.pid'), { force: true });
}

/** Returns the process id in the first line of postmaster.pid; undefined if there is no such file. */
async function recordedProcess(cluster: string): Promise<number | undefined> {
  try {
    return Number.parseInt(await readFile(join(cluster, 'postmaster.pid'), 'utf8'), 10);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
}

/** Returns the processes that still serve the cluster: the postmaster and, on Linux, its children. */
async function livingProcesses(cluster: string, recorded: number): Promise<number[]> {
  if (process.platform === 'linux') {
    const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
    const serving = await Promise.all(pids.map((pid) => worksIn(cluster, pid)));
    return pids.filter((_, index) => serving[index]).map(Number);
  }
  try {
    const { stdout } = await promisify(execFile)('ps', ['-o', 'command=', '-p', `${recorded}`]);
    return stdout.includes(cluster) ? [recorded] : [];
  } catch {
    // No such process, or no ps (Windows, where children end with their parent anyway).
    return [];
  }
}

/**
 * True if a process works in the cluster's folder, as all its PostgreSQL processes do. A zombie has no working
 * folder.
 */
async function worksIn(cluster: string, pid: string): Promise<boolean> {
  try {
    return (await readlink(`/proc/${pid}/cwd`)) === cluster;
  } catch (error) {
    if (codeOf(error) !== 'EACCES') return false;
  }
  // Root without CAP_SYS_PTRACE, as in a container, may read only the command line.
  const call = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
  return call.split('\0').includes(cluster);
}

/** True if a process with this id exists, whatever its program and owner. */
function exists(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return codeOf(error) !== 'ESRCH';
  }
}
