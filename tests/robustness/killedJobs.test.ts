import { expect, it, onTestFinished } from 'vitest';
import shipped from '../../resources.config';
import { JOB } from '../../src/domain/job';
import { createClient } from '../api/http/client';
import { endedJob, rowsOf } from '../api/jobs/jobsServer';
import { ownFolder } from '../api/place';
import { runConsole } from '../e2e/startConsole';

/** Starts the server on a data folder that it may have used before. */
const start = async (dataDir: string) => {
  const { url, kill } = await runConsole({ env: { DEMO_LOCKS: '5' }, dataDir });
  onTestFinished(kill);
  const client = createClient(url, 'seal-console-demo-secret', { ahead: 0 });
  const token = await client.signIn('admin');
  const ask = async (path: string, body: object = {}) => {
    const { verify, data } = await client.call(path, body, { token });
    if (verify.sign === 'success') return data;
    throw new Error(`${path}: ${verify.desc}`);
  };
  const jobEnd = (entity: string, id: number) => endedJob(ask, entity, id);
  const download = (id: number) => client.file('/exportJob/download', { ids: [id] }, { token });
  return { ask, kill, ended: jobEnd, download };
};

/** Locks of the batch that the kill interrupts. */
const LOCKS = 1_500;

it('a killed server continues its jobs after a restart, and repeats nothing', async () => {
  const { dataDir } = await ownFolder(shipped);
  const first = await start(dataDir);
  const devices = { importType: 1, source: 2, sn_from: 'KL00001', amount: LOCKS, org_id: 1 };
  const { id } = await first.ask('/batchAddDevice/add', devices);
  await expect
    .poll(async () => (await first.ask('/batchAddDevice/get', { id })).done)
    .toBeGreaterThan(0);
  const { job } = await first.ask('/device/export', { sn: 'KL', job: true, columns: ['sn'] });
  await first.kill();

  const second = await start(dataDir);
  const left = await second.ask('/batchAddDevice/get', { id });
  expect(left.done).toBeLessThan(LOCKS);
  expect(await second.ended('batchAddDevice', id)).toMatchObject({
    state: JOB.done,
    total: LOCKS,
    done: LOCKS,
    failed: 0,
  });
  expect((await second.ask('/device/list', { sn: 'KL0' })).total).toBe(LOCKS);
  const row = await second.ended('exportJob', job);
  expect(row.state).toBe(JOB.done);
  expect(await rowsOf(await second.download(job))).toHaveLength(row.total + 1);
});
