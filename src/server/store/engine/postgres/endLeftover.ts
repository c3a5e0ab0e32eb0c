import { execFile } from 'node:child_process';
import { readdir, readFile, readlink, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { codeOf } from '../codeOf';
import type { Log } from '../engine';
import { StorageError } from '../storageError';

const PATIENCE = 15_000;
const GENTLE = 10_000;

/** The process id in the first line of postmaster.pid; undefined when there is no such file. */
async function recordedProcess(cluster: string): Promise<number | undefined> {
  try {
    return Number.parseInt(await readFile(join(cluster, 'postmaster.pid'), 'utf8'), 10);
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
}

/** Every living PostgreSQL process works in its cluster's folder; a zombie works nowhere. */
async function worksIn(cluster: string, pid: string): Promise<boolean> {
  try {
    return (await readlink(`/proc/${pid}/cwd`)) === cluster;
  } catch (error) {
    if (codeOf(error) !== 'EACCES') return false;
  }
  // Root without CAP_SYS_PTRACE, as in a container, may read only how the process was called.
  const call = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
  return call.split('\0').includes(cluster);
}

/** The processes that still serve the cluster: postmaster and, on Linux, its children. */
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

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    // EPERM: another user's; waiting for it still makes sense.
    if (!['ESRCH', 'EPERM'].includes(codeOf(error))) throw error;
  }
}

/** Whether a process of that number exists, whatever it is and whoever owns it. */
function exists(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return codeOf(error) !== 'ESRCH';
  }
}

/**
 * Ends a PostgreSQL that outlived the server it belonged to; call it only while holding the lock of
 * the data folder, which proves that its server is gone. Throws StorageError `locked` when it has
 * not ended after 15 s.
 *
 * postmaster.pid is removed only where its number meanwhile belongs to some other process, which
 * would make PostgreSQL refuse to start; in every other case PostgreSQL judges the file better.
 */
export async function endLeftover(cluster: string, log: Log): Promise<void> {
  const recorded = await recordedProcess(cluster);
  if (recorded === undefined) return;
  const start = Date.now();
  let urgent = false;
  for (let told = false; ; told = true) {
    const living = await livingProcesses(cluster, recorded);
    if (living.length === 0) break;
    const waited = Date.now() - start;
    if (waited > PATIENCE) {
      throw new StorageError(
        'locked',
        `PostgreSQL (process ${living.join(', ')}) from an earlier run still uses ${cluster} and does not end. Stop it, then start again.`,
      );
    }
    if (!told) {
      log(`Storage: ending the PostgreSQL that an earlier run left behind (process ${recorded})`);
      if (living.includes(recorded)) signal(recorded, 'SIGINT');
    }
    if (waited > GENTLE && !urgent) {
      // Immediate shutdown: safe, the next start replays the log.
      for (const pid of living) signal(pid, 'SIGQUIT');
      urgent = true;
    }
    await sleep(50);
  }
  if (exists(recorded)) await rm(join(cluster, 'postmaster.pid'), { force: true });
}
