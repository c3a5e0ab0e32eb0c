import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { JOB } from '../../../src/domain/job';
import { round, sample } from '../../rounds';
import { ownFolder } from '../place';
import { type JobsServer, jobsServer, type Operator } from './jobsServer';

let server: JobsServer;
let harbour: Operator;
let northern: Operator;
let clerk: Operator;
beforeAll(async () => {
  server = await jobsServer();
  harbour = await server.as('harbour');
  northern = await server.as('northern');
  clerk = await server.as('clerk');
});

const range = (sn_from: string, amount: number, org_id = 2) => ({
  importType: 1,
  source: 2,
  sn_from,
  amount,
  org_id,
});
const count = async (sn: string) => (await harbour.ask('/device/list', { sn })).total;

describe('several servers that share a database', () => {
  it('run each job once', async () => {
    const other = await server.start();
    await other.ready();
    const added = await Promise.all(
      Array.from({ length: 8 }, (_, i) =>
        harbour.ask('/batchAddDevice/add', range(`SV${i}-001`, 100)),
      ),
    );
    for (const { id } of added) {
      expect(await harbour.ended('batchAddDevice', id)).toMatchObject({
        state: JOB.done,
        done: 100,
        failed: 0,
      });
    }
    expect(await count('SV')).toBe(800);
    await other.close();
  });

  it('continue the job of a server that has closed', async () => {
    const other = await server.start();
    await other.ready();
    const { id } = await harbour.ask('/batchAddDevice/add', range('CL00001', 2_000));
    await expect
      .poll(async () => (await harbour.ask('/batchAddDevice/get', { id })).done)
      .toBeGreaterThan(0);
    await other.close();
    expect(await harbour.ended('batchAddDevice', id)).toMatchObject({ done: 2_000, failed: 0 });
    expect(await count('CL0')).toBe(2_000);
  });

  it('take over from a silent server, which then stores nothing more', async () => {
    const { id } = await harbour.ask('/batchAddDevice/add', range('TK00001', 1_500));
    await expect
      .poll(async () => (await harbour.ask('/batchAddDevice/get', { id })).done)
      .toBeGreaterThan(0);
    // Simulates that another server claimed the job.
    await sql`update job set claim = 'another', server = 'another', beat = 0
      where entity = 'batchAddDevice' and record_id = ${id}`.execute(server.store.db);
    expect(await harbour.ended('batchAddDevice', id)).toMatchObject({
      state: JOB.done,
      done: 1_500,
      failed: 0,
    });
    expect(await count('TK0')).toBe(1_500);
  });
});

describe('an operator with many jobs', () => {
  const ofOthers = {
    'another tenant': async () => {
      const { id } = await northern.ask('/batchAddDevice/add', range('NS1', 5, 3));
      return northern.ended('batchAddDevice', id);
    },
    'a colleague': async () => {
      const { job } = await clerk.ask('/device/export', { sn: 'H1', job: true });
      return clerk.ended('exportJob', job);
    },
  };
  it.each(sample(Object.entries(ofOthers), 2))('leaves capacity for %s', async (who, short) => {
    const added = await Promise.all(
      ['LA', 'LB', 'LC', 'LD'].map((name) =>
        harbour.ask('/batchAddDevice/add', range(`${name}${who.length}0001`, 1_000)),
      ),
    );
    const { end_time } = await short();
    const long: { start_time: number; end_time: number }[] = [];
    for (const { id } of added) long.push(await harbour.ended('batchAddDevice', id));
    expect(long.filter((job) => job.end_time > end_time).length).toBeGreaterThanOrEqual(2);
    const atOnce = long.map(
      ({ start_time }) =>
        long.filter((job) => job.start_time <= start_time && job.end_time > start_time).length,
    );
    expect(Math.max(...atOnce)).toBe(2);
  });
});

it.each(round([], ['PGlite']))('jobs also run in %s', async () => {
  const place = await ownFolder();
  await writeFile(join(place.dataDir, 'ENGINE'), 'pglite\n');
  const small = await jobsServer(place);
  expect(small.store.warning).toContain('PGlite');
  const hanna = await small.as('harbour');
  const row = await hanna.batch('batchAddDevice', range('PG001', 450));
  expect(row).toMatchObject({ state: JOB.done, done: 450, failed: 0 });
  const { job } = await hanna.ask('/device/export', { job: true, sn: 'PG' });
  expect(await hanna.ended('exportJob', job)).toMatchObject({ state: JOB.done, done: 450 });
  expect(small.errors).toEqual([]);
});
