import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { type TestServer, testServer } from './testServer';

let server: TestServer;
let token: string;
beforeAll(async () => {
  server = await testServer();
  token = await server.signIn('harbour');
});

const MINUTE = 60_000;

describe('a body', () => {
  it('with a wrong sign is refused with the server’s time', async () => {
    const { verify, data } = await server.call('/device/list', {}, { token, secret: 'other' });
    expect(verify).toEqual({ sign: 'signError', desc: 'The signature of the request is wrong.' });
    expect(Math.abs(data.serverTime - Date.now())).toBeLessThan(MINUTE);
  });

  it('is refused without a sign', async () => {
    const response = await server.send('/device/list', '{"langue":"zh_CN"}', { token });
    expect(await response.json()).toMatchObject({
      verify: { sign: 'signError', desc: '请求签名错误。' },
    });
  });

  it.each([
    [-6, 'expired'],
    [-4, 'success'],
    [4, 'success'],
    [6, 'expired'],
  ])('signed %i minutes off returns %s', async (minutes, code) => {
    const late = minutes * MINUTE;
    const { verify, data } = await server.call('/device/list', {}, { token, late });
    expect(verify.sign).toBe(code);
    if (code === 'expired') expect(data.serverTime).toBeTypeOf('number');
  });

  it('with a change works once', async () => {
    const body = JSON.stringify(server.signed({ plate: 'ONCE' }));
    const answers = [];
    for (let i = 0; i < 2; i++) {
      answers.push(await (await server.send('/vehicle/add', body, { token })).json());
    }
    expect(answers.map(({ verify }) => verify.sign)).toEqual(['success', 'signError']);
    const { data } = await server.call('/vehicle/list', { plate: 'ONCE' }, { token });
    expect(data.total).toBe(1);
  });

  it('with a change works in one of many simultaneous calls', async () => {
    const body = JSON.stringify(server.signed({ plate: 'PARALLEL' }));
    const answers = await Promise.all(
      Array.from({ length: 8 }, async () =>
        (await server.send('/vehicle/add', body, { token })).json(),
      ),
    );
    expect(answers.filter(({ verify }) => verify.sign === 'success')).toHaveLength(1);
  });

  it('with a sign-in works once, whatever other fields it has', async () => {
    const captured = server.signed({
      username: 'harbour',
      password: await server.encrypt('Demo2026'),
    });
    const send = async (body: object, headers: Record<string, string>, path = '/login/login') => {
      const answer = await fetch(`${server.url}/api${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify(body),
      });
      return (await answer.json()).verify.sign;
    };
    const reversed = Object.fromEntries(Object.entries(captured).reverse());
    expect(await send(captured, {})).toBe('success');
    for (const [body, headers] of [
      [captured, {}],
      [captured, { authorization: 'invented' }],
      [captured, { authorization: 'Bearer other' }],
      [captured, { authorization: token }],
      [captured, { authorization: ' ' }],
      [captured, { 'x-forwarded-for': '192.0.2.1', 'accept-language': 'zh' }],
      [{ ...captured, phone: '' }, { authorization: 'third' }],
      [{ ...captured, timestamp: String(captured.timestamp) }, {}],
      [reversed, { authorization: 'fourth' }],
    ] as const) {
      expect(await send(body, headers)).toBe('signError');
    }
    expect(await send({ ...captured, nothing: null }, {})).toBe('invalid');
  });

  it('contains an encrypted password that opens one session', async () => {
    const password = await server.encrypt('Demo2026');
    const user = { username: 'harbour' };
    const codes = [];
    for (const cipher of [password, password, `${password} `, `!${password}`, `AAAA${password}`]) {
      const { verify } = await server.call('/login/login', { ...user, password: cipher });
      codes.push(verify.sign);
    }
    expect(codes).toEqual(['success', ...Array(4).fill('fail')]);
    await sql`delete from login_failure`.execute(server.store.db);
  });

  it('with a change is refused in another session of the operator too', async () => {
    const body = JSON.stringify(server.signed({ plate: 'SESSIONS' }));
    const other = await server.signIn('harbour');
    const codes = [];
    for (const own of [token, other, `Bearer ${token}`]) {
      const answer = await (await server.send('/vehicle/add', body, { token: own })).json();
      codes.push(answer.verify.sign);
    }
    expect(codes).toEqual(['success', 'signError', 'signError']);
  });

  it('with a read can be repeated', async () => {
    const body = JSON.stringify(server.signed({ pageNum: 1 }));
    for (let i = 0; i < 2; i++) {
      const answer = await (await server.send('/device/list', body, { token })).json();
      expect(answer.verify.sign).toBe('success');
    }
  });
});

describe('a malformed call', () => {
  it.each([
    ['malformed JSON', '{"langue":', 'invalid', 'The request is not valid JSON.'],
    ['nothing', '', 'invalid', 'The request is not valid JSON.'],
    ['a list', '[]', 'invalid', 'The request must be a JSON object.'],
    ['a text', '"a"', 'invalid', 'The request must be a JSON object.'],
    ['too much', `"${'x'.repeat(3 * 2 ** 20)}"`, 'invalid', 'The request is too large.'],
  ])('%s is refused with a message', async (_, body, code, desc) => {
    const response = await server.send('/device/list', body, { token });
    expect(response.status).toBe(200);
    expect(await response.json()).toMatchObject({ verify: { sign: code, desc } });
  });

  const CHARACTERS = 'Has characters that cannot be stored';
  const member = (name: string) => `Has a field that does not exist: ${name}`;
  it.each<[path: string, json: string, field: string, reason: string]>([
    ['/vehicle/add', '{"plate":"A\\u0000B"}', 'plate', CHARACTERS],
    ['/vehicle/add', '{"plate":"\\ud800"}', 'plate', CHARACTERS],
    ['/vehicle/list', '{"plate":"A\\u0000B"}', 'plate', CHARACTERS],
    ['/vehicle/list', '{"plate":["\\ud800"]}', 'plate', CHARACTERS],
    ['/vehicle/list', '{"plate":{"\\ud800":1}}', 'plate', CHARACTERS],
    ['/login/login', '{"username":"a\\u0000","password":"x"}', 'username', CHARACTERS],
    ['/command/seal', '{"sns":["\\udfff"]}', 'sns', CHARACTERS],
    ['/vehicle/list', '{"axles":{"toString":1}}', 'axles', member('toString')],
    ['/vehicle/list', '{"sortField":{"valueOf":1}}', 'sortField', member('valueOf')],
    ['/vehicle/add', '{"plate":[{"__proto__":null}]}', 'plate', member('__proto__')],
    ['/vehicle/add', '{"plate":{"constructor":{"prototype":1}}}', 'plate', member('constructor')],
    ['/vehicle/add', '{"toString":"a"}', 'toString', 'This field does not exist'],
    ['/vehicle/list', '{"toString":"a"}', 'toString', 'This field does not exist'],
    ['/vehicle/add', '{"__proto__":{"a":1}}', '__proto__', 'This field does not exist'],
    ['/vehicle/list', '{"__proto__":{"a":1}}', '__proto__', 'This field does not exist'],
    [
      '/vehicle/add',
      '{"constructor":{"prototype":{}}}',
      'constructor',
      'This field does not exist',
    ],
  ])('to %s with %s is refused by field', async (path, json, field, reason) => {
    const body = JSON.stringify(server.signed(JSON.parse(json)));
    const { verify, data } = await (await server.send(path, body, { token })).json();
    expect([verify.sign, Object.entries(data.fields)]).toEqual(['invalid', [[field, reason]]]);
  });

  it('with an emoji is accepted', async () => {
    const { data } = await server.call('/vehicle/add', { plate: '🔒' }, { token });
    expect(data.plate).toBe('🔒');
  });

  it.each([
    ['POST', '/api/nothing/list'],
    ['POST', '/api/device/nothing'],
    ['GET', '/api/device/list'],
    ['DELETE', '/api/device/list'],
    ['GET', '/api'],
  ])('to an unknown path is refused as JSON, never as a page: %s %s', async (method, path) => {
    const response = await fetch(server.url + path, {
      method,
      headers: { accept: 'text/html', 'accept-language': 'zh-CN' },
    });
    const { verify } = (await response.json()) as { verify: { sign: string; desc: string } };
    expect([response.status, verify.sign]).toEqual([404, 'notFound']);
    expect(verify.desc).toMatch(/^没有接口/);
  });
});

it('an unexpected error is detailed in the log, and general in the answer', async () => {
  await sql`alter table factory rename to factory_gone`.execute(server.store.db);
  const { verify, response } = await server.call('/factory/list', {}, { token, locale: 'zh' });
  await sql`alter table factory_gone rename to factory`.execute(server.store.db);
  const id = response.headers.get('x-request-id');
  const desc = `服务器出错，请重试。如再次出错，请将此编号告知管理员：${id}。`;
  expect(verify).toEqual({ sign: 'fail', desc });
  expect(server.errors.join()).toMatch(/\/factory\/list: .*factory/);
  expect(server.errors.join()).not.toContain(token);
});
