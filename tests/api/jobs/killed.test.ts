import { type ChildProcess, spawn } from 'node:child_process';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'vite';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { JOB } from '../../../src/domain/job';
import { createClient } from '../http/client';
import { endedJob, rowsOf } from './jobsServer';

let program = '';
let dataDir = '';
const running = new Set<ChildProcess>();

beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'sealdesk-killed-'));
  await mkdir('.cache', { recursive: true });
  // It lies in the project, because it finds its packages from there.
  program = await mkdtemp(join(process.cwd(), '.cache', 'jobs-'));
  await mkdir(join(program, 'client'));
  await build({ logLevel: 'warn', build: { ssr: true, outDir: join(program, 'server') } });
});
afterAll(async () => {
  for (const child of running) {
    if (child.exitCode !== null) continue;
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGTERM');
    await ended;
  }
  await rm(program, { recursive: true, force: true });
  await rm(dataDir, { recursive: true, force: true, maxRetries: 5 });
});

/** Starts the server on the same data. */
const start = async () => {
  const child = spawn(process.execPath, [join(program, 'server', 'main.js')], {
    env: { ...process.env, PORT: '0', MQTT_PORT: '0', DATA_DIR: dataDir, DEMO_LOCKS: '5' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running.add(child);
  const url = await new Promise<string>((resolve, reject) => {
    let said = '';
    const hear = (chunk: Buffer) => {
      said += chunk;
      const found = /^Sealdesk: (https?:\S+)/m.exec(said);
      if (found?.[1]) resolve(found[1]);
    };
    child.stdout.on('data', hear);
    child.stderr.on('data', hear);
    child.once('exit', () => reject(new Error(`It ended: ${said}`)));
  });
  const client = createClient(url, 'seal-console-demo-secret', { ahead: 0 });
  const token = await client.signIn('admin');
  const ask = async (path: string, body: object = {}) => {
    const { verify, data } = await client.call(path, body, { token });
    if (verify.sign === 'success') return data;
    throw new Error(`${path}: ${verify.desc}`);
  };
  const kill = async () => {
    const ended = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGKILL');
    await ended;
    running.delete(child);
  };
  const ended = (entity: string, id: number) => endedJob(ask, entity, id);
  const download = (id: number) => client.file('/exportJob/download', { ids: [id] }, { token });
  return { ask, kill, ended, download };
};

it('a server killed at once goes on with its jobs, and does nothing twice', async () => {
  const first = await start();
  const devices = { importType: 1, source: 2, sn_from: 'KL00001', amount: 3_000, org_id: 1 };
  const { id } = await first.ask('/batchAddDevice/add', devices);
  await expect
    .poll(async () => (await first.ask('/batchAddDevice/get', { id })).done)
    .toBeGreaterThan(0);
  const { job } = await first.ask('/device/export', { sn: 'KL', job: true, columns: ['sn'] });
  await first.kill();

  const second = await start();
  const left = await second.ask('/batchAddDevice/get', { id });
  expect(left.done).toBeLessThan(3_000);
  expect(await second.ended('batchAddDevice', id)).toMatchObject({
    state: JOB.done,
    total: 3_000,
    done: 3_000,
    failed: 0,
  });
  expect((await second.ask('/device/list', { sn: 'KL' })).total).toBe(3_000);
  const row = await second.ended('exportJob', job);
  expect(row.state).toBe(JOB.done);
  expect(await rowsOf(await second.download(job))).toHaveLength(row.total + 1);
});
