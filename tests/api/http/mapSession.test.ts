import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import shipped from '../../../resources.config';
import { startGoogleTiles } from '../../googleTiles';
import { seed } from '../jobs/jobsServer';
import { openServer, SECRET } from '../openServer';
import { createClient, type Operator } from './client';

const DAY = 86_400_000;

let google: Awaited<ReturnType<typeof startGoogleTiles>>;
let server: Awaited<ReturnType<typeof openServer>>;
let admin: Operator;
let clerk: Operator;
beforeAll(async () => {
  google = await startGoogleTiles();
  const mapService = google.service;
  server = await openServer({ config: shipped, seed, http: { mapService } });
  google.now = () => Date.now() + server.clock.ahead;
  admin = await server.as('admin');
  clerk = await server.as('clerk');
});
afterAll(() => google.stop());

let keys = 0;
/** Stores a new key, because sessions and refusals are kept for each. */
beforeEach(async () => {
  const { db } = server.store;
  keys += 1;
  google.key = `AIza-${keys}`;
  google.refusal = undefined;
  google.referrer = undefined;
  google.sessions.clear();
  await sql`delete from "mapKeyWeb"`.execute(db);
  await sql`insert into "mapKeyWeb" ("mapCode", "useTerminal", "mapKey")
    values ('google', 'web', ${google.key})`.execute(db);
});

const ask = (locale: 'en' | 'zh' = 'en') => admin.ask('/map/session', {}, locale);

it('one session serves all browsers of a language', async () => {
  const answers = await Promise.all([ask(), ask(), ask()]);
  expect(answers).toEqual(Array(3).fill({ session: 'session-1', problem: null }));
  expect(await ask('zh')).toEqual({ session: 'session-2', problem: null });
  expect([...google.sessions.values()].map(({ language }) => language)).toEqual(['en-US', 'zh-CN']);
});

it('a session is replaced before it expires, or kept while Google refuses another', async () => {
  expect((await ask()).session).toBe('session-1');
  server.clock.ahead = 12 * DAY;
  admin = await server.as('admin');
  expect((await ask()).session).toBe('session-1');
  server.clock.ahead = 13 * DAY;
  google.refusal = { status: 403, reason: 'BILLING_DISABLED' };
  admin = await server.as('admin');
  expect((await ask()).session).toBe('session-1');
  google.refusal = undefined;
  server.clock.ahead += 61_000;
  expect((await ask()).session).toBe('session-2');
  server.clock.ahead = 0;
  admin = await server.as('admin');
  clerk = await server.as('clerk');
});

it('a key that is restricted to the console’s address works', async () => {
  google.referrer = `${server.url}/`;
  expect((await ask()).session).toBe('session-1');
});

it('all addresses of the console share a session, but not a refusal', async () => {
  const localUrl = server.url.replace('127.0.0.1', 'localhost');
  const local = createClient(localUrl, SECRET, server.clock);
  const askLocal = async () => (await local.call('/map/session', {}, { token: admin.token })).data;
  google.referrer = `${server.url}/`;
  expect(await askLocal()).toMatchObject({ session: null });
  expect((await ask()).session).toBe('session-1');
  expect(await askLocal()).toMatchObject({ session: 'session-1' });
  google.referrer = undefined;
  expect(await askLocal()).toMatchObject({ session: 'session-1' });
  expect(google.sessions.size).toBe(1);
});

it.each([
  [400, 'API_KEY_INVALID', /Copy it again/, /重新复制/],
  [403, 'BILLING_DISABLED', /no billing account/, /结算账号/],
  [403, 'SERVICE_DISABLED', /Enable it/, /启用/],
  [403, 'API_KEY_SERVICE_BLOCKED', /API restrictions/, /API 限制/],
  [403, 'API_KEY_HTTP_REFERRER_BLOCKED', /Add http:\/\/127\S+\/\* to/, /将 http:\S+\/\* 加入/],
  [403, 'API_KEY_IP_ADDRESS_BLOCKED', /websites instead/, /改为限定网站/],
  [403, 'API_KEY_ANDROID_APP_BLOCKED', /websites instead/, /改为限定网站/],
  [429, 'RATE_LIMIT_EXCEEDED', /quota/, /配额/],
  [429, 'other', /quota/, /配额/],
  [403, 'CONSUMER_SUSPENDED', /suspended/, /停用/],
  [403, 'other', /refused the map key \(other\)/, /拒绝了该地图密钥（other）/],
])('the refusal %i %s is explained in both languages', async (status, reason, en, zh) => {
  google.refusal = { status, reason };
  const answers = [await ask(), await ask('zh')];
  expect(answers).toEqual([
    { session: null, problem: expect.stringMatching(en) },
    { session: null, problem: expect.stringMatching(zh) },
  ]);
});

it('a refused session is requested again after a minute', async () => {
  google.refusal = { status: 403, reason: 'SERVICE_DISABLED' };
  expect((await ask()).session).toBeNull();
  google.refusal = undefined;
  expect((await ask()).session).toBeNull();
  server.clock.ahead = 61_000;
  expect((await ask()).session).toBe('session-1');
  server.clock.ahead = 0;
});

it('only operators who may change the key see the reason of a refusal', async () => {
  const { db } = server.store;
  google.refusal = { status: 403, reason: 'BILLING_DISABLED' };
  expect(await clerk.answer('/map/session')).toEqual(['noPermission', expect.any(String)]);
  await sql`insert into role_menu select 3, id from menu where "menuCode" = 'google'`.execute(db);
  await expect.poll(() => clerk.answer('/map/session')).toEqual(['success']);
  expect(await clerk.ask('/map/session')).toEqual({ session: null, problem: null });
});

it('without a key the server requests no session from Google', async () => {
  await sql`delete from "mapKeyWeb"`.execute(server.store.db);
  expect(await ask()).toEqual({ session: null, problem: null });
  expect(google.sessions.size).toBe(0);
});

it('an unreachable provider is named', async () => {
  const mapService = google.service.replace(/127\.0\.0\.1:\d+/, '127.0.0.1:9');
  const other = await openServer({ config: shipped, seed, http: { mapService } });
  await sql`insert into "mapKeyWeb" ("mapCode", "useTerminal", "mapKey")
    values ('google', 'web', 'k')`.execute(other.store.db);
  const { problem } = await (await other.as('admin')).ask('/map/session');
  expect(problem).toMatch(/^The server cannot reach 127\.0\.0\.1:9\./);
});

it('pages may load tiles and attributions from Google', async () => {
  const policy = (await fetch(`${server.url}/config.json`)).headers.get('content-security-policy');
  expect(policy).toContain(`data: blob: ${google.url};`);
  expect(policy).toContain(`connect-src 'self' ${google.url};`);
});
