import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { expect } from 'vitest';
import { FIRST_PASSWORD } from '../api/http/client';
import { closeAfterwards } from '../api/place';
import { freePort } from '../e2e/startConsole';

/** Folders of administrators' programs, often not on PATH. */
const SBIN = ['/usr/sbin', '/usr/local/sbin', '/opt/homebrew/sbin'];

export const pathOf = (name: string): string | undefined =>
  [...(process.env.PATH ?? '').split(delimiter), ...SBIN]
    .map((folder) => join(folder, name))
    .find((path) => existsSync(path));

/** Path of a program; undefined if it is not installed. */
export const [mosquitto, haproxy] = ['mosquitto', 'haproxy'].map(pathOf);

/** Reason for which a test is skipped without a program. */
export const isMissing = (...names: string[]) =>
  `Missing: apt-get install ${names.join(' ')}, or brew install ${names.join(' ')}`;

const listens = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy();
      resolve(true);
    }).on('error', () => resolve(false));
  });

/** Runs a program with a configuration file in a folder of its own, until the tests of the file end. */
const runProgram = async (program: string, config: string, folder: string) => {
  const path = join(folder, 'program.conf');
  await writeFile(path, config);
  const flag = program.endsWith('haproxy') ? '-f' : '-c';
  let child: ChildProcess | undefined;
  const end = async (signal: NodeJS.Signals = 'SIGTERM') => {
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const exit = once(child, 'exit');
    child.kill(signal);
    await exit;
  };
  closeAfterwards(() => end('SIGKILL'));
  return {
    start: () => {
      child = spawn(program, [flag, path], { cwd: folder, stdio: 'ignore' });
    },
    end,
  };
};

const ownFolder = async (name: string): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), `sealdesk-${name}-`));
  closeAfterwards(() => rm(folder, { recursive: true, force: true }));
  return folder;
};

/** Starts a real broker with the settings of docs/operations.md. */
export const openMosquitto = async (program: string) => {
  const port = await freePort();
  const folder = await ownFolder('mosquitto');
  const broker = await runProgram(
    program,
    `listener ${port} 127.0.0.1
allow_anonymous true
max_queued_messages 0
max_inflight_messages 1000
persistence true
persistence_location ${folder}/
autosave_interval 1
${process.getuid?.() === 0 ? 'user root\n' : ''}`,
    folder,
  );
  const start = async () => {
    broker.start();
    await expect.poll(() => listens(port)).toBe(true);
  };
  await start();
  return { port, url: `mqtt://127.0.0.1:${port}`, start, end: broker.end };
};

/** Starts a proxy between locks and broker that is open while a server is ready. @returns URL for the locks */
export const openGate = async (program: string, broker: number, server: number) => {
  const port = await freePort();
  const proxy = await runProgram(
    program,
    `defaults
  mode tcp
  timeout connect 3s
  timeout client 24h
  timeout server 24h
listen mqtt
  bind 127.0.0.1:${port}
  option httpchk GET /readyz
  default-server check inter 300ms fall 1 rise 3 on-marked-down shutdown-sessions
  server broker 127.0.0.1:${broker} check port ${server}
`,
    await ownFolder('haproxy'),
  );
  proxy.start();
  return `mqtt://127.0.0.1:${port}`;
};

/** Starts a load balancer with the settings of docs/operations.md. @returns its URL */
export const openBalancer = async (program: string, ports: readonly number[]) => {
  const port = await freePort();
  const servers = ports.map((each) => `  server s${each} 127.0.0.1:${each}`).join('\n');
  const proxy = await runProgram(
    program,
    `defaults
  mode http
  timeout connect 3s
  timeout client 30s
  timeout server 30s
  timeout check 5s
  option redispatch
listen sealdesk
  bind 127.0.0.1:${port}
  option httpchk GET /readyz
  default-server check inter 500ms fall 2 rise 1
${servers}
`,
    await ownFolder('haproxy'),
  );
  proxy.start();
  return `http://127.0.0.1:${port}`;
};

/** Returns the settings of a server that shares a database and a broker with others. */
export const groupSettings = (
  databaseUrl: string | undefined,
  mqttUrl: string,
  secret: string,
) => ({
  DATABASE_URL: databaseUrl,
  MQTT_URL: mqttUrl,
  MQTT_GROUP: 'seals',
  DEMO: '0',
  ADMIN_PASSWORD: FIRST_PASSWORD,
  SIGN_SECRET: secret,
});
