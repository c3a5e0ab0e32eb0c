import { sql } from 'kysely';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { PASSWORD, type TestServer, testServer } from './testServer';

const HOME = '192.0.2.7';
const ELSEWHERE = '198.51.100.9';
const MINUTE = 60_000;

let server: TestServer;
beforeAll(async () => {
  server = await testServer({ trustProxy: true });
});
beforeEach(async () => {
  server.clock.ahead = 0;
  await sql`delete from login_failure`.execute(server.store.db);
  await sql`delete from known_address`.execute(server.store.db);
});

const attempt = async (address: string, username: string, password: string) => {
  const body = server.signed({ username, password: await server.encrypt(password) });
  const answer = await fetch(`${server.url}/api/login/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': address },
    body: JSON.stringify(body),
  });
  return (await answer.json()).verify.sign as string;
};

const failures = async (address: string, username: string, count: number) => {
  const codes = [];
  for (let i = 0; i < count; i++) codes.push(await attempt(address, username, 'Wrong2026'));
  return codes;
};

it.each(['admin', 'harbour'])(
  'failures elsewhere do not lock %s out of a known address',
  async (name) => {
    expect(await attempt(HOME, name, PASSWORD)).toBe('success');
    expect(await failures(ELSEWHERE, name, 7)).toEqual([
      ...Array(5).fill('fail'),
      ...Array(2).fill('throttled'),
    ]);
    expect(await failures('203.0.113.1', name, 1)).toEqual(['throttled']);
    expect(await attempt(HOME, name, PASSWORD)).toBe('success');
    // Their sign-in does not lift the throttle for other addresses.
    expect(await attempt(ELSEWHERE, name, PASSWORD)).toBe('throttled');
    server.clock.ahead = 16 * MINUTE;
    expect(await attempt(ELSEWHERE, name, PASSWORD)).toBe('success');
  },
);

it('a known address has as many attempts as any other', async () => {
  await attempt(HOME, 'harbour', PASSWORD);
  expect(await failures(HOME, 'harbour', 6)).toEqual([...Array(5).fill('fail'), 'throttled']);
  expect(await attempt(HOME, 'harbour', PASSWORD)).toBe('throttled');
});

it('the administrator can sign in on the server itself, even for the first time', async () => {
  await failures(ELSEWHERE, 'admin', 6);
  expect(await attempt('127.0.0.1', 'admin', PASSWORD)).toBe('success');
});

it('an IPv6 network counts as one address', async () => {
  expect(await attempt('2001:db8:0:7:1111::1', 'admin', PASSWORD)).toBe('success');
  await failures(ELSEWHERE, 'admin', 5);
  expect(await attempt('2001:db8:0:8::1', 'admin', PASSWORD)).toBe('throttled');
  expect(await attempt('2001:0db8::7:2222:0:0:2', 'admin', PASSWORD)).toBe('success');
  const spread = [];
  for (let i = 0; i < 31; i++) {
    spread.push(...(await failures(`2001:db8:9::${i.toString(16)}`, `nobody${i}`, 1)));
  }
  expect(spread.at(-1)).toBe('throttled');
});

it('an address is remembered for half a year', async () => {
  await attempt(HOME, 'harbour', PASSWORD);
  server.clock.ahead = 181 * 24 * 60 * MINUTE;
  await failures(ELSEWHERE, 'harbour', 5);
  expect(await attempt(HOME, 'harbour', PASSWORD)).toBe('throttled');
});
