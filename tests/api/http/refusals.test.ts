import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import shipped from '../../../resources.config';
import { sign } from '../../../src/protocol/sign';
import { testStore } from '../db/testStore';
import { SECRET } from '../openServer';
import { ownPlace } from '../place';
import { startShipped } from '../startShipped';
import { type TestServer, testServer } from './testServer';

let server: TestServer;
let token: string;
beforeAll(async () => {
  server = await testServer();
  token = await server.signIn('harbour');
});

it('an upload of two files is refused', async () => {
  const body = new FormData();
  for (const name of ['file', 'other']) body.append(name, new Blob(['abc']), `${name}.png`);
  const response = await fetch(`${server.url}/api/file/upload`, {
    method: 'POST',
    headers: { authorization: token },
    body,
  });
  expect(await response.text()).toContain('Send one file at a time.');
});

describe('a malformed upload', () => {
  const head = 'Content-Disposition: form-data; name="file"; filename="a.png"';
  it.each([
    ['without a boundary', 'multipart/form-data', 'x'],
    ['that is no form', 'multipart/form-data; boundary=b', 'x'],
    ['that is cut off', 'multipart/form-data; boundary=b', `--b\r\n${head}\r\n\r\nabc`],
    ['that ends in a head', 'multipart/form-data; boundary=b', `--b\r\n${head}`],
  ])('%s is refused without a server error', async (_, type, body) => {
    server.errors.length = 0;
    const response = await fetch(`${server.url}/api/file/upload`, {
      method: 'POST',
      headers: { 'content-type': type, authorization: token },
      body,
    });
    const { verify } = (await response.json()) as { verify: { sign: string } };
    expect([verify.sign, server.errors]).not.toContain('fail');
    expect(server.errors).toEqual([]);
  });
});

it.each([
  'text/plain',
  'multipart/mixed; boundary=b',
  'application/xml',
  'application/x-www-form-urlencoded',
  'no type',
])('a call with the content type %s is refused for it', async (type) => {
  const response = await fetch(`${server.url}/api/device/list`, {
    method: 'POST',
    headers: { 'content-type': type, authorization: token },
    body: '{}',
  });
  expect(await response.json()).toMatchObject({
    verify: { sign: 'invalid', desc: 'The content type of the request is not supported.' },
  });
});

it.each([
  ['without its language', {}],
  ['in a language that is none', { langue: 'fr_FR' }],
])('a body %s is refused', async (_, body) => {
  const unsigned = { ...body, timestamp: Date.now() };
  const signed = { ...unsigned, sign: sign(unsigned, { secret: SECRET }) };
  const response = await server.send('/device/list', JSON.stringify(signed), { token });
  expect(await response.json()).toMatchObject({
    verify: { sign: 'invalid' },
    data: { fields: { langue: expect.any(String) } },
  });
});

it('the server answers an injected request while it listens', async () => {
  const { statusCode } = await server.app.inject({
    method: 'POST',
    url: '/api/device/list',
    body: {},
  });
  expect(statusCode).toBe(200);
});

it('a server refuses calls after a breaking migration that it does not know', async () => {
  const own = await testServer();
  const { db } = own.store;
  const add = (name: string, breaking: boolean) =>
    sql`insert into schema_migration (name, applied_at, breaking) values (${name}, 0, ${breaking})`.execute(
      db,
    );
  const state = async () => {
    const health = await fetch(`${own.url}/healthz`);
    const call = await own.call('/device/list');
    return [
      health.status,
      ((await health.json()) as { status: string }).status,
      call.response.status,
      call.verify.desc,
    ];
  };
  await add('9000_more', false);
  expect((await state())[0]).toBe(200);
  await add('9001_other', true);
  const text =
    'This server is too old for its database, which needs 9001_other. Update the server.';
  await expect.poll(state).toEqual([503, text, 503, text]);
});

it('a server takes nothing from Traccar after a breaking migration that it does not know', async () => {
  const place = await ownPlace(shipped);
  const TRACCAR_TOKEN = 'forwarded-by-traccar';
  const own = await startShipped(place, { DEMO: '0', TRACCAR_TOKEN });
  const { db } = await testStore({ config: shipped, place });
  await sql`insert into device (sn, org_id, protocol) values ('861', 1, 4)`.execute(db);
  const forward = async () => {
    const answer = await fetch(`${own.url}/traccar/positions`, {
      method: 'POST',
      headers: { authorization: `Bearer ${TRACCAR_TOKEN}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        device: { id: 1, uniqueId: '861' },
        position: { deviceTime: new Date().toISOString(), valid: false, attributes: {} },
      }),
      signal: AbortSignal.timeout(5_000),
    });
    return answer.status;
  };
  expect(await forward()).toBe(200);
  await sql`insert into schema_migration (name, applied_at, breaking) values ('9001_other', 0, true)`.execute(
    db,
  );
  await expect.poll(async () => (await fetch(`${own.url}/healthz`)).status).toBe(503);
  expect(await forward()).toBe(503);
});
