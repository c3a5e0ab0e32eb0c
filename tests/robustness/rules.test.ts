import { execFile } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { sql } from 'kysely';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { openStore } from '../../src/server/db';
import { type Answer, type Client, createClient } from '../api/http/client';
import { closeAfterwards, ownFolder, ownPlace } from '../api/place';
import { runConsole } from '../e2e/startConsole';
import { groupSettings, isMissing, mosquitto, openMosquitto } from './programs';
import config from './rules.config';

/** Within the project, so that the built server finds its packages. */
const ROOT = resolve('.cache/rules');
const SECRET = 'rules';
const CALLERS = 40;
const ROUNDS = 5;

/** Opens two servers on one database. @returns their clients, the token of the administrator, and the database */
const twoServers = async (broker: string) => {
  const { databaseUrl } = await ownPlace(config);
  const env = groupSettings(databaseUrl, broker, SECRET);
  const clients: Client[] = [];
  for (const { dataDir } of [await ownFolder(), await ownFolder()]) {
    const server = await runConsole({ root: ROOT, env, dataDir });
    closeAfterwards(server.kill);
    clients.push(createClient(server.url, SECRET, { ahead: 0 }));
  }
  const token = await clients[0]?.signIn('admin');
  const { db, close } = await openStore({ dataDir: '', databaseUrl, config, log: () => {} });
  closeAfterwards(close);
  const call = (i: number, path: string, body: object) =>
    (clients[i % 2] as Client).call(path, body, { token });
  return { call, db };
};

beforeAll(async () => {
  closeAfterwards(() => rm(ROOT, { recursive: true, force: true }));
  const vite = resolve('node_modules/vite/bin/vite.js');
  const folder = ['--ssr', '--mode', 'test', '--outDir', join(ROOT, 'dist/server')];
  const env = {
    ...process.env,
    SEALDESK_CONFIG: 'tests/robustness/rules.config.ts',
    NODE_ENV: undefined,
  };
  await promisify(execFile)(process.execPath, [vite, 'build', ...folder], { env });
});

describe.runIf(inject('postgres'))('two servers', () => {
  it(`store no two trips that overlap, of ${CALLERS} calls at once`, async ({ skip }) => {
    if (!mosquitto) return skip(isMissing('mosquitto'));
    const { call, db } = await twoServers((await openMosquitto(mosquitto)).url);
    const answers = [];
    for (let round = 0; round < ROUNDS; round++) {
      // Three days each, from the first ten: few of one lock fit.
      const calls = Array.from({ length: CALLERS }, (_, i) => {
        const first = 1 + ((i * 7 + round) % 10);
        const day = (of: number) => `2026-03-${String(of).padStart(2, '0')}`;
        const body = { lock: `L${i % 3}`, leaves: day(first), due: day(first + 2) };
        return call(i, '/trip/add', body);
      });
      answers.push(...(await Promise.all(calls)));
    }
    const refused = answers.filter((answer) => answer.verify.sign !== 'success');
    const { rows } = await sql`select from trip as one join trip as other
      on one.id < other.id and one.lock = other.lock
      and one.leaves <= other.due and other.leaves <= one.due`.execute(db);
    expect(rows).toEqual([]);
    for (const answer of refused)
      expect(answer.data.fields).toEqual({ lock: 'The lock is on another trip then' });
    const stored = await sql<{ n: number }>`select count(*)::int as n from trip`.execute(db);
    expect(stored.rows[0]?.n).toBe(answers.length - refused.length);
    expect(stored.rows[0]?.n).toBeGreaterThan(3);
  });

  it('give 1,000 numbers without a gap, while 30 % are refused', async ({ skip }) => {
    if (!mosquitto) return skip(isMissing('mosquitto'));
    const { call, db } = await twoServers((await openMosquitto(mosquitto)).url);
    /** Makes calls, as many at once as there are callers. */
    const all = async (bodies: readonly object[], path: string) => {
      const answers: Answer[] = [];
      const entries = bodies.entries();
      const caller = async () => {
        for (const [i, body] of entries) answers.push(await call(i, path, body));
      };
      await Promise.all(Array.from({ length: CALLERS }, caller));
      return answers;
    };
    // Seven codes of ten differ, and as many proofs of drafts: equal ones cannot be lodged both.
    const seventh = (i: number) => Math.floor(i / 10) * 7 + ((i % 10) % 7);
    const codes = Array.from({ length: 200 }, (_, i) => ({ code: `C${seventh(i)}` }));
    const added = await all(codes, '/waybill/add');
    const count = added.filter(({ verify }) => verify.sign === 'success').length;
    // A busy server refuses more.
    expect(count).toBeGreaterThan(70);
    const { rows: drafts } = await sql<{ id: number }>`
      insert into waybill (code, proof, state, org_id)
      select 'D' || i, 'P' || (i / 10 * 7 + i % 10 % 7), 'draft', org_id
      from generate_series(0, 1229) as i, (select org_id from waybill limit 1) as own
      order by i % 60 returning id`.execute(db);
    const bodies = Array.from({ length: 60 }, (_, i) => ({
      ids: drafts.slice(Math.floor(i * 20.5), Math.floor((i + 1) * 20.5)).map(({ id }) => id),
    }));
    const lodged = await all(bodies, '/waybill/lodge');
    const failed = lodged.flatMap(({ data }) => data?.failed ?? []).length;
    expect(failed).toBeGreaterThan(200);
    const moved = lodged.reduce((sum, { data }) => sum + (data?.done ?? 0), 0);
    expect(moved).toBeGreaterThan(400);
    const { rows } = await sql<{ number: string | null; entry: string | null }>`
      select number, entry from waybill`.execute(db);
    const numbers = (form: string, length: number, digits: number) =>
      Array.from({ length }, (_, i) => `${form}${String(i + 1).padStart(digits, '0')}`);
    expect(rows.flatMap(({ number }) => number ?? []).sort()).toEqual(numbers('CT-', count, 3));
    expect(rows.flatMap(({ entry }) => entry ?? []).sort()).toEqual(numbers('L', moved, 4));
  });
});
