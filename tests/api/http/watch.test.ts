import { spawnSync } from 'node:child_process';
import { sql } from 'kysely';
import mqtt from 'mqtt';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import shipped from '../../../resources.config';
import { openStore, type Store } from '../../../src/server/db';
import { freePort, runConsole } from '../../e2e/startConsole';
import { pathOf } from '../../robustness/programs';
import { closeAfterwards, ownPlace } from '../place';
import { createClient, FIRST_PASSWORD } from './client';

const TOKEN = 'a-token-of-metrics';
const SECRET = 'watched';

let server: Awaited<ReturnType<typeof runConsole>>;
let client: ReturnType<typeof createClient>;
let token: string;
let watched: string;
let broker: string;
let store: Store;

const metrics = async (): Promise<string> =>
  (await fetch(`${watched}/metrics`, { headers: { authorization: `Bearer ${TOKEN}` } })).text();

/** Returns the value of a series; undefined if there is none. */
const numberOf = async (series: string): Promise<number | undefined> => {
  const line = (await metrics()).split('\n').find((each) => each.startsWith(`${series} `));
  return line === undefined ? undefined : Number(line.slice(series.length + 1));
};

beforeAll(async () => {
  const place = await ownPlace(shipped);
  const [port, mqttPort] = [await freePort(), await freePort()];
  server = await runConsole({
    dataDir: place.dataDir,
    env: {
      DATABASE_URL: place.databaseUrl,
      DEMO: '0',
      ADMIN_PASSWORD: FIRST_PASSWORD,
      SIGN_SECRET: SECRET,
      METRICS_PORT: String(port),
      METRICS_TOKEN: TOKEN,
      MQTT_PORT: String(mqttPort),
      LOG: 'json',
    },
  });
  closeAfterwards(server.kill);
  watched = `http://127.0.0.1:${port}`;
  broker = `mqtt://127.0.0.1:${mqttPort}`;
  client = createClient(server.url, SECRET, { ahead: 0 });
  token = (await client.signIn('admin')) ?? '';
  store = await openStore({ ...place, config: shipped, log: () => {} });
  closeAfterwards(store.close);
});

describe('the port for monitoring', () => {
  it('answers the probes as the port of the console does, and metrics for the token alone', async () => {
    const statusOf = async (url: string, authorization = '') =>
      (await fetch(url, { headers: { authorization } })).status;
    expect(await statusOf(`${watched}/livez`)).toBe(200);
    await expect.poll(() => statusOf(`${watched}/readyz`)).toBe(200);
    for (const path of ['livez', 'readyz', 'healthz']) {
      expect(await (await fetch(`${server.url}/${path}`)).json()).toEqual({ status: 'ok' });
    }
    expect(await statusOf(`${server.url}/metrics`)).not.toBe(401);
    expect(await statusOf(`${watched}/metrics`)).toBe(401);
    expect(await statusOf(`${watched}/metrics`, `Bearer ${TOKEN}x`)).toBe(401);
    expect(await statusOf(`${watched}/metrics`, `Bearer ${TOKEN}`)).toBe(200);
  });

  it('serves what promtool accepts', async ({ skip }) => {
    const promtool = pathOf('promtool');
    if (!promtool) return skip('Missing: apt-get install prometheus');
    const input = await metrics();
    const { stdout, stderr } = spawnSync(promtool, ['check', 'metrics'], {
      input,
      encoding: 'utf8',
    });
    expect([stdout, stderr]).toEqual(['', '']);
  });
});

describe('metrics', () => {
  it('count calls by path and code', async () => {
    const good = 'sealdesk_call_duration_seconds_count{path="/device/list",code="success"}';
    const bad = 'sealdesk_call_duration_seconds_count{path="/device/add",code="invalid"}';
    const before = await numberOf(good);
    await client.call('/device/list', {}, { token });
    await client.call('/device/add', {}, { token });
    expect(await numberOf(good)).toBe((before ?? 0) + 1);
    expect(await numberOf(bad)).toBe(1);
  });

  it('count reports by protocol and outcome, with their lag and age', async () => {
    await client.call('/device/add', { sn: 'WATCH1', org_id: 1 }, { token });
    const { data } = await client.call('/device/connect', { ids: [1] }, { token });
    const lines: { label: string; text: string }[] = data.secrets[0].lines;
    const password = lines.find(({ label }) => label === 'Password')?.text;
    const lock = await mqtt.connectAsync(broker, {
      clientId: 'WATCH1',
      username: 'WATCH1',
      password,
    });
    onTestFinished(async () => void (await lock.endAsync(true)));
    const report = { ts: Date.now() - 3_000, report_reson: 0, lock_status: 2, electric: 50 };
    await lock.publishAsync('seal/v1/WATCH1/up/report', JSON.stringify(report), { qos: 1 });
    await lock.publishAsync('seal/v1/WATCH1/up/report', 'no JSON', { qos: 1 });
    const outcome = (name: string) =>
      numberOf(`sealdesk_reports_total{protocol="mqtt",outcome="${name}"}`);
    expect(await outcome('stored')).toBe(1);
    await expect.poll(() => outcome('unread')).toBe(1);
    expect(await numberOf('sealdesk_report_lag_seconds_count')).toBe(1);
    expect(await numberOf('sealdesk_report_age_seconds_sum')).toBeGreaterThan(2.9);
    expect(await numberOf('sealdesk_ingest_queue')).toBe(0);
  });

  it.each<[string, string, number]>([
    [
      'sealdesk_tickets{state="waiting"}',
      `insert into "appointmentCommandRecord" (sn, org_id, cmd, state, create_time)
        select 'NOBODY', 1, 'seal', 'waiting', 9000000000000`,
      1,
    ],
    [
      'sealdesk_notices_waiting{channel="sms"}',
      `insert into notice (sn, org_id, channel, recipient, language, event, tries, create_time, next_time)
        values ('NOBODY', 1, 'sms', '1', 'en', '{}', 0, 1, 9000000000000000)`,
      1,
    ],
    ['sealdesk_servers', `insert into server_beat select 'other', at + 9000 from server_beat`, 2],
    ['sealdesk_log_chain_ok', `update "operationLog" set chain_digest = 'x'`, 0],
  ])('change with the database: %s', async (series, statement, expected) => {
    expect(await numberOf(series)).not.toBe(expected);
    await sql.raw(statement).execute(store.db);
    await expect.poll(() => numberOf(series)).toBe(expected);
  });

  it('show the age of an open transaction, the time until partitions run out, and free disk space', async () => {
    const open = await store.db.startTransaction().execute();
    await sql`select pg_current_xact_id(), pg_sleep(1)`.execute(open);
    const age = 'sealdesk_live_cursor_age_seconds';
    await expect.poll(() => numberOf(age)).toBeGreaterThan(1);
    await open.rollback().execute();
    await expect.poll(() => numberOf(age)).toBeLessThan(1);
    const ahead = (await numberOf('sealdesk_partitions_ahead_seconds')) ?? 0;
    expect(ahead / 86_400).toBeGreaterThan(27);
    expect(ahead / 86_400).toBeLessThan(63);
    expect(await numberOf('sealdesk_db_pool{state="busy"}')).toBeGreaterThanOrEqual(0);
    expect(await numberOf('sealdesk_disk_free_bytes')).toBeGreaterThan(1e6);
    expect(await numberOf('process_cpu_seconds_total')).toBeGreaterThan(0);
  });

  it('do not count their own statements as waiting', async () => {
    const series = 'sealdesk_locks{protocol="mqtt",state="offline"}';
    const before = (await numberOf(series)) ?? 0;
    await sql`insert into device (sn, org_id) values ('POOL1', 1)`.execute(store.db);
    // The answer that has the lock comes from statements; others are up to a second old.
    let answer = '';
    await expect
      .poll(async () => {
        answer = await metrics();
        return answer;
      })
      .toContain(`${series} ${before + 1}\n`);
    expect(answer).toContain('sealdesk_db_pool{state="waiting"} 0\n');
  });

  it('have as many series with a thousand organisations', async () => {
    const count = async () => (await metrics()).split('\n').filter((line) => /^[a-z]/.test(line));
    const before = await count();
    await sql`insert into org (org_name, org_type, parent_id)
      select 'Org ' || n, 2, 1 from generate_series(1, 1000) as n`.execute(store.db);
    await sql`insert into device (sn, org_id) select 'MANY' || id, id from org`.execute(store.db);
    const locks = 'sealdesk_locks{protocol="mqtt",state="offline"}';
    await expect.poll(() => numberOf(locks)).toBeGreaterThan(1_000);
    expect((await count()).length - before.length).toBeLessThan(20);
  });
});

it('every line of a JSON log is an object, and an error has its stack and the id of its call', async () => {
  await sql`alter table "device" rename to device_away`.execute(store.db);
  const failed = await client.call('/device/list', {}, { token });
  await sql`alter table device_away rename to device`.execute(store.db);
  const id = failed.response.headers.get('x-request-id');
  expect(id).toMatch(/^[\w-]{13}$/);
  expect(failed.verify.desc).toContain(id);
  const lines = server
    .output()
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(lines.find(({ level, request }) => level === 'error' && request === id)).toMatchObject({
    stack: expect.stringContaining('\n    at '),
    msg: expect.stringContaining('/device/list'),
    time: expect.stringMatching(/^\d{4}-/),
  });
  expect(lines.find(({ msg, request }) => msg === 'call' && request === id)).toMatchObject({
    path: '/device/list',
    code: 'fail',
    oper: 1,
  });
});

it('a server that is told to stop fails its probe, answers calls meanwhile, and ends', async () => {
  const place = await ownPlace(shipped);
  const stopping = await runConsole({
    dataDir: place.dataDir,
    env: { DATABASE_URL: place.databaseUrl, DEMO: '0', DRAIN_SECONDS: '3', SIGN_SECRET: SECRET },
  });
  const probe = async () => (await fetch(`${stopping.url}/readyz`)).status;
  await expect.poll(probe).toBe(200);
  const ending = stopping.stop();
  await expect.poll(probe).toBe(503);
  expect((await fetch(`${stopping.url}/livez`)).status).toBe(200);
  expect((await fetch(`${stopping.url}/config.json`)).status).toBe(200);
  await ending;
  await expect(fetch(`${stopping.url}/livez`)).rejects.toThrow();
});
