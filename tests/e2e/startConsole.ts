import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FullConfig } from 'playwright/test';
import { keepInMemory } from '../memory';

/** Returns a free port, so that a server can be restarted at the same place. */
export const freePort = async (): Promise<number> => {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  return port;
};

/** Console of a test run: the built server, an empty data folder, free ports. */
export interface RunningConsole {
  readonly url: string;
  /** Line printed at the start: the address and, on a first start, the sign-in. */
  readonly said: string;
  readonly dataDir: string;
  /** Process id. */
  readonly pid: number | undefined;
  /** Returns all that it printed. */
  output(): string;
  /** Stops it like an administrator, and removes its data folder unless it was given. */
  stop(): Promise<void>;
  /** Closes its output, which is not read any more. */
  leaveUnread(): void;
  /** Kills the process with SIGKILL. */
  kill(): Promise<void>;
}

interface Options {
  /** Folder of the built project. */
  readonly root?: string;
  readonly env?: NodeJS.ProcessEnv;
  /** Data folder of an earlier console. It is not removed. */
  readonly dataDir?: string;
  /** Folder that the new data folder is copied from. */
  readonly template?: string;
}

interface Started extends Pick<RunningConsole, 'url' | 'said' | 'output'> {}

const ready = (server: ChildProcess): Promise<Started> =>
  new Promise((resolve, reject) => {
    let text = '';
    const output = () => text;
    const hear = (chunk: Buffer) => {
      text += chunk;
      const line = /Sealdesk: (https?:[^\s"]+).*\n/.exec(text);
      if (line?.[1]) resolve({ url: line[1], said: line[0], output });
    };
    server.stdout?.on('data', hear);
    server.stderr?.on('data', (chunk: Buffer) => {
      text += chunk;
    });
    server.once('exit', (code) => reject(new Error(`The server ended with ${code}: ${text}`)));
  });

export const runConsole = async ({ root, env, dataDir: kept, template }: Options = {}) => {
  // E2E_DIST names another build folder, for parallel work on one machine.
  const dist = root === undefined ? (process.env.E2E_DIST ?? 'dist') : 'dist';
  const dataDir = kept ?? (await mkdtemp(join(tmpdir(), 'sealdesk-e2e-')));
  if (template) await cp(template, dataDir, { recursive: true });
  const server = spawn(process.execPath, [join(dist, 'server/main.js')], {
    cwd: root,
    env: {
      ...process.env,
      PORT: '0',
      MQTT_PORT: '0',
      DATA_DIR: dataDir,
      DEMO_LOCKS: '120',
      DEMO_DAYS: '0',
      DEMO_LANG: 'en',
      PASSWORD_COST: '10',
      DRAIN_SECONDS: '0',
      // Tests must not use the internet.
      MAP_SERVICE: 'off',
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const end = async (signal: NodeJS.Signals) => {
    if (server.exitCode !== null || server.signalCode !== null) return;
    const exit = new Promise((resolve) => server.once('exit', resolve));
    server.kill(signal);
    await exit;
  };
  const { url, said, output } = await ready(server);
  const stop = async () => {
    await end('SIGTERM');
    if (!kept) await rm(dataDir, { recursive: true, force: true });
  };
  const leaveUnread = () => {
    server.stdout?.destroy();
    server.stderr?.destroy();
  };
  const kill = () => end('SIGKILL');
  return {
    url,
    said,
    output,
    dataDir,
    pid: server.pid,
    stop,
    leaveUnread,
    kill,
  } satisfies RunningConsole;
};

/** Starts a console on a copy of the run's demo, which takes half the time of making one. */
export const runDemo = (env?: NodeJS.ProcessEnv): Promise<RunningConsole> =>
  runConsole({ env, template: process.env.DEMO_TEMPLATE });

/**
 * Playwright's global set-up: makes the demo that the console of each worker is a copy of. Without a browser every test
 * is skipped and nothing is made.
 */
const makeDemo = async ({ projects }: FullConfig<object, { hasBrowser: boolean }>) => {
  if (!projects.some(({ use }) => use.hasBrowser)) return undefined;
  const tidyUp = await keepInMemory();
  const dataDir = await mkdtemp(join(tmpdir(), 'sealdesk-demo-'));
  const { stop } = await runConsole({ dataDir });
  await stop();
  process.env.DEMO_TEMPLATE = dataDir;
  return async () => {
    await rm(dataDir, { recursive: true, force: true });
    await tidyUp();
  };
};

export default makeDemo;
