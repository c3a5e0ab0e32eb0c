import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { open, readFile, rename, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Running } from '../keepRunning';
import { messageOf } from '../messageOf';
import type { PostgresBinaries } from './findBinaries';
import { invocation, type RunAs, runProgram } from './runAs';

const SETTINGS = {
  fsync: 'on',
  synchronous_commit: 'on',
  shared_buffers: '128MB',
  max_wal_size: '256MB',
  max_connections: '60',
  // The same day boundaries on every machine.
  timezone: 'UTC',
  log_timezone: 'UTC',
  // Failed statements reach their caller; in a log file they could show personal data.
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
  log_checkpoints: 'off',
};

const LARGEST_LOG = 10 * 1024 * 1024;

/** Opens the log for appending, having put a large one aside. */
async function openLog(path: string) {
  const size = await stat(path).then(
    (entry) => entry.size,
    () => 0,
  );
  if (size > LARGEST_LOG) await rename(path, `${path}.old`);
  const handle = await open(path, 'a', 0o600);
  return { handle, from: size > LARGEST_LOG ? 0 : size };
}

/** Waits for the end of a process for at most `patience` ms; tells whether it came. */
async function endsWithin(exited: Promise<string>, patience: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<false>((resolve) => {
    timer = setTimeout(() => resolve(false), patience);
  });
  const ended = await Promise.race([exited.then(() => true), late]);
  clearTimeout(timer);
  return ended;
}

async function stop(child: ChildProcess, exited: Promise<string>, fast: () => Promise<unknown>) {
  await fast();
  if (await endsWithin(exited, 30_000)) return;
  // Immediate shutdown: safe, the next start replays the log.
  child.kill('SIGQUIT');
  if (await endsWithin(exited, 10_000)) return;
  child.kill('SIGKILL');
  await exited;
}

export interface PostmasterOptions {
  binaries: PostgresBinaries;
  runAs: RunAs;
  dataFolder: string;
  /** Where it listens. */
  settings: Record<string, string>;
}

/**
 * Starts PostgreSQL on `<dataFolder>/pg` as a child of this process; it does not accept connections
 * yet. `exited` tells the last lines of its log. It logs to `<dataFolder>/pg.log`.
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
    // Ctrl-C reaches the whole foreground group; the database must outlive the server's last writes.
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

  // For ends that run no cleanup on systems where nothing else tells the child.
  const onExit = () => child.kill('SIGINT');
  process.on('exit', onExit);
  void exited.then(() => process.off('exit', onExit));

  const ended = () => child.exitCode !== null || child.signalCode !== null;
  return {
    exited,
    stop: async () => {
      if (ended() || child.pid === undefined) return;
      await stop(child, exited, async () => {
        if (process.platform !== 'win32') return child.kill('SIGINT');
        // On Windows a signal would end it at once, without its orderly shutdown.
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
