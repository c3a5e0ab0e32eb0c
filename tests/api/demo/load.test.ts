import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import shipped from '../../../resources.config';
import { openStore, type Store } from '../../../src/server/db';
import { freePort } from '../../e2e/startConsole';
import { FIRST_PASSWORD, OWN_PASSWORD } from '../http/client';
import { closeAfterwards, ownPlace } from '../place';
import { startShipped } from '../startShipped';

const TOKEN = 'a-token-of-metrics';

let store: Store;
let url: string;
let metrics: string;

beforeAll(async () => {
  const place = await ownPlace(shipped);
  const watch = await freePort();
  const server = await startShipped(place, {
    ...{ DEMO: '0', ADMIN_PASSWORD: FIRST_PASSWORD },
    ...{ JOINTECH_PORT: '0', JT808_PORT: '0' },
    ...{ METRICS_PORT: String(watch), METRICS_TOKEN: TOKEN },
  });
  url = server.url;
  metrics = `http://127.0.0.1:${watch}/metrics`;
  await server.signIn('admin');
  store = await openStore({ ...place, config: shipped, log: () => {} });
  closeAfterwards(store.close);
});

/** Starts the built tool with 20 locks. @returns `end` returns its code and what it printed */
const startLoad = (...args: string[]) => {
  const usual = [
    '--url',
    url,
    '--user',
    'admin',
    '--locks',
    '20',
    '--rate',
    '20',
    '--operators',
    '2',
  ];
  const child = spawn(process.execPath, ['dist/server/load.js', ...usual, ...args], {
    env: { ...process.env, LOAD_PASSWORD: OWN_PASSWORD, METRICS_TOKEN: TOKEN },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  closeAfterwards(async () => child.kill('SIGKILL'));
  let text = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part) => (text += part));
  const end = async () => {
    const [code] = await once(child, 'close');
    return { code, text };
  };
  return { child, end };
};

/** Returns what tests have left: locks, users but admin, and the names and states of organisations. */
const remains = async () => {
  const { rows } = await sql<object>`
    select (select count(*) from device)::int as locks, (select count(*) from oper)::int as users,
      array(select status from org where org_name ~ '^Load test [0-9]{3}$') as organisations`.execute(
    store.db,
  );
  return rows[0];
};

describe('a load test', () => {
  it('stores every report of three protocols and leaves no lock behind', async () => {
    const { code, text } = await startLoad('--seconds', '3', '--metrics', metrics).end();
    const table = text.replaceAll(/ +/g, ' ');
    // Each lock sends one report more when it connects.
    for (const line of [
      'MQTT 6 24 24 24 0 0',
      'Jointech 7 28 28 28 0 0',
      'JT/T 808 7 28 28 28 0 0',
      'all 20 80 80 80 0 0',
    ])
      expect(table).toContain(line);
    expect(table).toMatch(/calls of 2 operators: \d+, 0 failed/);
    expect(table).toMatch(/server: [\d.]+ ms of processor time a report, [\d.]+ ms a call/);
    expect(code).toBe(0);
    expect(await remains()).toEqual({ locks: 0, users: 1, organisations: [0] });
  });

  it('names a lost report, and cleans up after Ctrl-C', async () => {
    // Another run may have had the same serial numbers, so only records from now on are this run's.
    const { rows: started } = await sql<{ id: string }>`
      select coalesce(max(id), 0) as id from "deviceLocationRecord"`.execute(store.db);
    const { child, end } = startLoad('--seconds', '60');
    const ending = end();
    await expect
      .poll(async () => {
        const { rows } = await sql<{ sn: string }>`
          delete from "deviceLocationRecord" where (sn, create_time) in (
            select sn, max(create_time) from "deviceLocationRecord"
            where sn in (select sn from device where sn like 'LOAD%00002') and id > ${started[0]?.id}
            group by sn having count(*) > 1)
          returning sn`.execute(store.db);
        return rows.length;
      })
      .toBe(1);
    child.kill('SIGINT');
    const { code, text } = await ending;
    expect(text).toMatch(/LOAD\d{3}00002 lost 1, the first of /);
    expect(code).toBe(1);
    expect(await remains()).toEqual({ locks: 0, users: 1, organisations: [0] });
  });

  it('refuses what it cannot do in one sentence', async () => {
    const { code, text } = await startLoad('--locks', '2').end();
    expect([code, text]).toEqual([2, 'load: --locks must be a whole number from 3 to 10000\n']);
  });
});
