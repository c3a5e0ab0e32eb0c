import { hash } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { destination, pino, stdTimeFunctions } from 'pino';
import { describe } from 'vitest';
import config from '../../resources.config';
import { signedBody, verifySign } from '../../src/protocol';
import { syncMenus } from '../../src/server/auth';
import { newToken, tokenHash } from '../../src/server/auth/sessions';
import { openStore } from '../../src/server/db';
import { openEngine } from '../../src/server/db/engine';
import type { Fleet } from '../../src/server/fleet';
import { callDuration } from '../../src/server/work/meters';
import { serveCalls } from '../api/parts';
import { callClients, type RepeatedCall } from './callClients';
import { bench, closeAtEnd } from './strictBench';

const SECRET = 'bench-secret';
const OPERATOR = 1;
/** Calls per iteration. */
const CALLS = 200;

const dataDir = await mkdtemp(join(tmpdir(), 'sealdesk-calls-'));
closeAtEnd(() => rm(dataDir, { recursive: true, force: true }));
const store = await openStore({ dataDir, config, log: () => {} });
closeAtEnd(store.close);
const { db } = store;
await sql`insert into org (id, org_name, org_type, status) values (1, 'Root', 1, 1)`.execute(db);
await sql`insert into role (id, "roleName") values (1, 'System')`.execute(db);
await sql`insert into oper (id, "operName", "loginName", role_id, org_id, status, password_hash)
  values (${OPERATOR}, 'Ada', 'ada', 1, 1, 1, '')`.execute(db);
await sql`insert into hobby (oper_id, map_level) values (${OPERATOR}, 7)`.execute(db);
await sql`insert into "deviceType" (id, device_type, device_type_name) values (1, 'B1', 'Bench lock')`.execute(
  db,
);
await syncMenus(store, config);
const token = newToken();
const now = Date.now();
await sql`insert into session (token_hash, oper_id, created, expires, last_use, address) values
  (${tokenHash(token)}, ${OPERATOR}, ${now}, ${now + 36_000_000}, ${now}, '127.0.0.1')`.execute(db);

const log = { info: () => {}, warn: () => {}, error: (text: string) => console.error(text) };
// No call of this bench needs the fleet.
const fleet = { tasks: [] } as unknown as Fleet;
const options = { dataDir, signSecret: SECRET, title: 'Bench' };
const { app } = await serveCalls({ store, config, fleet, log, options });
closeAtEnd(() => app.close());
const url = await app.listen({ port: 0, host: '127.0.0.1' });

/** Connection to the same database by the driver alone. */
const engine = await openEngine({ dataDir, log: () => {} });
closeAtEnd(engine.close);
const STATEMENTS: Readonly<Record<string, string>> = {
  '/hobby': 'select * from hobby where oper_id = $1',
  '/deviceType': 'select * from "deviceType" where id = $1',
};

/** Bare Node server: reads a body, verifies its sign, and sends a row that it reads by a named statement. */
const bare = createServer((request, response) => {
  const { url: path = '' } = request;
  const parts: Buffer[] = [];
  request.on('data', (part) => parts.push(part));
  request.on('end', async () => {
    const body = JSON.parse(Buffer.concat(parts).toString());
    const isSigned = verifySign(body, { secret: SECRET }, (text) => hash('md5', text, 'hex'));
    const text = STATEMENTS[path];
    const rows = text ? (await engine.pool.query({ name: path, text, values: [1] })).rows : [];
    const sign = isSigned ? 'success' : 'signError';
    const answer = JSON.stringify({ verify: { sign, desc: '' }, data: rows[0] ?? null });
    response.writeHead(200, { 'content-type': 'application/json; charset=utf-8' });
    response.end(answer);
  });
});
bare.listen(0, '127.0.0.1');
closeAtEnd(() => bare.close());
await once(bare, 'listening');
const bareUrl = `http://127.0.0.1:${(bare.address() as AddressInfo).port}`;

const clients = callClients();
closeAtEnd(clients.stop);

const SUCCESS = '"success"';
const bareCall = (path: string) => ({ url: `${bareUrl}${path}`, expected: SUCCESS });
const apiCall = (path: string, expected = SUCCESS) => ({ url: `${url}/api${path}`, expected });

/** Clock of the processor time of this process, which serves both, ms. The machine may have other work. */
const processorTime = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
};
const OPTIONS = {
  now: processorTime,
  iterations: 40,
  time: 0,
  warmupIterations: 20,
  warmupTime: 0,
};

const row = (name: string, call: Omit<RepeatedCall, 'body'>, fields: object = {}) =>
  bench(
    name,
    async () => {
      const body = signedBody(fields, { locale: 'en', now: Date.now(), wire: { secret: SECRET } });
      await clients.repeat({ ...call, body }, CALLS);
    },
    OPTIONS,
  );

describe(`${CALLS} signed calls without database, processor time`, () => {
  row('baseline: a bare server with the same parse and MD5', bareCall('/'));
  row('refused without a token', apiCall('/hobby/get', '"sessionTimeOut"'));
});

describe(`${CALLS} calls of hobby/get, processor time`, () => {
  row('baseline: a bare server with the same query', bareCall('/hobby'));
  row('hobby/get', { ...apiCall('/hobby/get', '"map_level":7'), token });
});

/** Log of calls in a file, as LOG=json writes it. */
const logger = pino(
  { base: undefined, timestamp: stdTimeFunctions.isoTime },
  destination({ dest: join(dataDir, 'calls.log'), sync: true }),
);

// What watching adds to a call is less than one server differs from another, so it is measured alone.
describe(`${CALLS} calls of hobby/get and what watching them adds, processor time`, () => {
  row('baseline: hobby/get', { ...apiCall('/hobby/get', '"map_level":7'), token });
  const call = { path: '/hobby/get', code: 'success' };
  const watch = (name: string, log?: typeof logger) =>
    bench(
      name,
      () => {
        for (let i = 0; i < CALLS; i++) {
          callDuration.observe(call, i / 1_000_000);
          const facts = { request: `req-${i}`, ms: i / 1_000, oper: OPERATOR, address: '::1' };
          log?.info({ ...facts, ...call }, 'call');
        }
      },
      OPTIONS,
    );
  watch('their durations');
  watch('their durations and lines of JSON', logger);
});

describe(`${CALLS} calls of deviceType/get, processor time`, () => {
  row('baseline: a bare server with the same query', bareCall('/deviceType'));
  row('deviceType/get', { ...apiCall('/deviceType/get', 'Bench lock'), token }, { id: 1 });
});
