import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { SESSION_TIMES } from '../../../src/server/auth/sessions';
import { PASSWORD, type TestServer, testServer } from './testServer';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const wrong = { sign: 'fail', desc: 'The user name or password is wrong.' };

let server: TestServer;
beforeAll(async () => {
  server = await testServer();
});
beforeEach(async () => {
  server.clock.ahead = 0;
  await sql`delete from login_failure`.execute(server.store.db);
});

const codeOf = async (token: string) =>
  (await server.call('/auth/getAuth', {}, { token })).verify.sign;

describe('signing in', () => {
  it.each([
    ['a name', { username: 'harbour', phone: '' }],
    ['a name with blanks around it', { username: '  harbour ' }],
    ['a phone number', { username: '', phone: '13800138001' }],
  ])('works with %s', async (_, user) => {
    const { verify, data, response } = await server.login(user, ` ${PASSWORD} `);
    expect(verify.sign).toBe('success');
    expect(data).toMatchObject({
      imageServerUrl: '/files',
      operHobbyConfigVo: null,
      oper: {
        id: 2,
        operName: 'Hanna',
        loginName: 'harbour',
        roleName: 'Administrator',
        orgVO: { id: 2, org_name: 'Harbour', logo: null },
        mustChange: false,
      },
    });
    expect(data.publicKey).toMatch(/^[\w+/=]{300,}$/);
    expect(response.headers.get('authorization')).toBe(data.token);
    expect(await codeOf(data.token)).toBe('success');
    expect(JSON.stringify(data)).not.toContain('scrypt');
  });

  it('by phone is unambiguous: a number belongs to one operator', async () => {
    const taking = sql`update oper set "operPhone" = '13800138001' where id = 3`;
    await expect(taking.execute(server.store.db)).rejects.toThrow('unique');
  });

  it.each([
    ['a wrong password', { username: 'harbour' }, 'Demo2027'],
    ['an unknown name', { username: 'nobody' }, PASSWORD],
    ['an unknown number', { phone: '13700000000' }, PASSWORD],
    ['a number as name', { username: '13800138001' }, PASSWORD],
  ])('with %s fails with the same answer as any other', async (_, user, password) => {
    expect((await server.login(user, password)).verify).toEqual(wrong);
  });

  it('refuses an unencrypted password', async () => {
    const { verify } = await server.call('/login/login', {
      username: 'harbour',
      password: PASSWORD,
    });
    expect(verify).toEqual(wrong);
  });

  it.each([
    [{}, { username: '必填', password: '必填' }],
    [{ username: '  ', password: 'x' }, { username: '必填' }],
    [{ username: { a: 1 }, password: 'x' }, { username: '必填' }],
  ])('with %j names the missing fields', async (body, fields) => {
    const { verify, data } = await server.call('/login/login', body, { locale: 'zh' });
    expect(verify.sign).toBe('invalid');
    expect(data.fields).toEqual(fields);
  });

  it.each([
    [
      'the operator',
      'update oper set status = 0 where id = 4',
      'update oper set status = 1 where id = 4',
    ],
    [
      'its organisation',
      'update org set status = 0 where id = 2',
      'update org set status = 1 where id = 2',
    ],
    [
      'one above',
      'update org set status = 0 where id = 1',
      'update org set status = 1 where id = 1',
    ],
  ])('is refused, and the session ends, when %s is disabled', async (_, disable, enable) => {
    const token = await server.signIn('clerk');
    await sql.raw(disable).execute(server.store.db);
    server.clock.ahead += 6_000;
    const { verify } = await server.login({ username: 'clerk' }, PASSWORD);
    expect(verify).toEqual({
      sign: 'fail',
      desc: 'This account or its organisation is disabled. Ask your administrator.',
    });
    expect(await codeOf(token)).toBe('sessionTimeOut');
    const admin = await server.login({ username: 'admin' }, PASSWORD);
    expect(admin.verify.sign).toBe('success');
    await sql.raw(enable).execute(server.store.db);
    server.clock.ahead += 6_000;
    expect(await codeOf(token)).toBe('success');
  });

  it('asks for a new password if another person chose the current one', async () => {
    await sql`update oper set must_change = true where id = 4`.execute(server.store.db);
    const { data } = await server.login({ username: 'clerk' }, PASSWORD);
    expect(data.oper.mustChange).toBe(true);
    const auth = await server.call('/auth/getAuth', {}, { token: data.token });
    expect(auth.data.oper.mustChange).toBe(true);
    await sql`update oper set must_change = false where id = 4`.execute(server.store.db);
  });
});

describe('too many failures', () => {
  const fail = (user: object) => server.login(user, 'Wrong2026');

  it('of one user at the same moment lock the account for 15 minutes', async () => {
    const failures = await Promise.all(
      Array.from({ length: 8 }, () => fail({ username: 'harbour' })),
    );
    const codes = failures.map(({ verify }) => verify.sign).sort();
    expect(codes).toEqual([...Array(5).fill('fail'), ...Array(3).fill('throttled')]);
    const refused = await server.login({ username: 'Harbour' }, PASSWORD, { locale: 'zh' });
    expect(refused.verify).toEqual({
      sign: 'throttled',
      desc: '失败次数过多，请在 15 分钟后重试。',
    });
    expect(refused.data.seconds).toBeGreaterThan(14 * 60);
    expect((await server.login({ username: 'northern' }, PASSWORD)).verify.sign).toBe('success');
    server.clock.ahead = 16 * MINUTE;
    expect((await server.login({ username: 'harbour' }, PASSWORD)).verify.sign).toBe('success');
  });

  it('are cleared by the right password', async () => {
    for (let i = 0; i < 4; i++) await fail({ username: 'harbour' });
    await server.signIn('harbour');
    for (let i = 0; i < 4; i++) await fail({ username: 'harbour' });
    expect((await server.login({ username: 'harbour' }, PASSWORD)).verify.sign).toBe('success');
  });

  it('count for the account, whichever name or phone is used', async () => {
    const names = [
      { username: 'harbour' },
      { phone: '13800138001' },
      { username: 'HARBOUR' },
      { username: ' Harbour ', phone: '13800138001' },
      { phone: ' 13800138001 ' },
    ];
    for (const user of names) expect((await fail(user)).verify.sign).toBe('fail');
    for (const user of names) {
      expect((await server.login(user, PASSWORD)).verify.sign).toBe('throttled');
    }
  });

  it('stay when another operator signs in', async () => {
    for (let i = 0; i < 4; i++) await fail({ phone: '13800138001' });
    await server.signIn('northern');
    await server.signIn('clerk');
    await fail({ username: 'harbour' });
    expect((await server.login({ username: 'harbour' }, PASSWORD)).verify.sign).toBe('throttled');
  });

  it('from one address lock that address for everybody', async () => {
    const now = Date.now();
    await sql`
      insert into login_failure (key, at)
      select 'address:127.0.0.1', ${now} from generate_series(1, 29)`.execute(server.store.db);
    expect((await fail({ username: 'nobody' })).verify.sign).toBe('fail');
    expect((await server.login({ username: 'harbour' }, PASSWORD)).verify.sign).toBe('throttled');
  });
});

describe('a session', () => {
  it('is required', async () => {
    const { verify } = await server.call('/device/list', {}, { locale: 'zh' });
    expect(verify).toEqual({ sign: 'sessionTimeOut', desc: '登录状态已失效，请重新登录。' });
    expect(await codeOf('not-a-token')).toBe('sessionTimeOut');
  });

  it('ends by signing out, which can be repeated', async () => {
    const token = await server.signIn('harbour');
    for (let i = 0; i < 2; i++) {
      const { verify } = await server.call('/login/logout', {}, { token });
      expect(verify.sign).toBe('success');
    }
    expect(await codeOf(token)).toBe('sessionTimeOut');
  });

  it('ends after two hours without use', async () => {
    const token = await server.signIn('harbour');
    server.clock.ahead = SESSION_TIMES.idle - MINUTE;
    expect(await codeOf(token)).toBe('success');
    server.clock.ahead += SESSION_TIMES.idle - MINUTE;
    expect(await codeOf(token)).toBe('success');
    server.clock.ahead += SESSION_TIMES.idle + MINUTE;
    expect(await codeOf(token)).toBe('sessionTimeOut');
  });

  it('gets one new token in the second half of its life, and the old one works for a minute', async () => {
    const token = await server.signIn('harbour');
    for (let hours = 1; hours <= 5; hours++) {
      server.clock.ahead = hours * HOUR;
      const { response } = await server.call('/auth/getAuth', {}, { token });
      expect(response.headers.get('authorization')).toBeNull();
    }
    server.clock.ahead = 6.5 * HOUR;
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => server.call('/device/list', {}, { token })),
    );
    const renewed = answers.flatMap(({ response }) => response.headers.get('authorization') ?? []);
    expect(renewed).toHaveLength(1);
    expect(renewed[0]).not.toBe(token);
    expect(await codeOf(token)).toBe('success');
    server.clock.ahead += 2 * MINUTE;
    expect(await codeOf(token)).toBe('sessionTimeOut');
    const { data } = await server.call('/auth/getAuth', {}, { token: renewed[0] });
    expect(data.token).toBe(renewed[0]);
  });

  it('returns the new token with a refusal too', async () => {
    const token = await server.signIn('clerk');
    await sql`update session set created = created - ${7 * HOUR}`.execute(server.store.db);
    const { verify, response } = await server.call('/oper/list', {}, { token });
    expect(verify.sign).toBe('noPermission');
    expect(await codeOf(String(response.headers.get('authorization')))).toBe('success');
  });

  it('is stored as a hash only', async () => {
    const token = await server.signIn('harbour');
    const { rows } = await sql`select * from session`.execute(server.store.db);
    expect(JSON.stringify(rows)).not.toContain(token);
  });
});

describe('changing the password', () => {
  const change = async (
    token: string,
    old: string,
    newPassword: string,
    locale: 'en' | 'zh' = 'en',
  ) =>
    server.call(
      '/login/changePassword',
      { oldPassword: await server.encrypt(old), newPassword: await server.encrypt(newPassword) },
      { token, locale },
    );

  it.each([
    ['Wrong2026', 'Newer2026', { oldPassword: 'The old password is wrong' }],
    [PASSWORD, 'a1', { newPassword: '6 to 16 characters, with letters and digits' }],
    [PASSWORD, 'lettersonly', { newPassword: '6 to 16 characters, with letters and digits' }],
    [PASSWORD, PASSWORD, { newPassword: 'Must differ from the old password' }],
  ])('from %s to %s is refused with %j', async (old, newPassword, fields) => {
    const { verify, data } = await change(await server.signIn('clerk'), old, newPassword);
    expect([verify.sign, data.fields]).toEqual(['invalid', fields]);
  });

  it('ends the other sessions of the operator, and no further change is required', async () => {
    await sql`update oper set must_change = true where id = 4`.execute(server.store.db);
    const [here, elsewhere, another] = await Promise.all(
      ['clerk', 'clerk', 'harbour'].map((name) => server.signIn(name)),
    );
    expect((await change(String(here), PASSWORD, 'Newer2026')).verify.sign).toBe('success');
    expect(await codeOf(String(elsewhere))).toBe('sessionTimeOut');
    expect(await codeOf(String(another))).toBe('success');
    expect(await codeOf(String(here))).toBe('success');
    expect((await server.login({ username: 'clerk' }, PASSWORD)).verify.sign).toBe('fail');
    const { data } = await server.login({ username: 'clerk' }, 'Newer2026');
    expect(data.oper.mustChange).toBe(false);
    await change(String(here), 'Newer2026', PASSWORD);
  });

  it('is throttled like a sign-in', async () => {
    const token = await server.signIn('clerk');
    for (let i = 0; i < 5; i++) await change(token, 'Wrong2026', 'Newer2026');
    expect((await change(token, PASSWORD, 'Newer2026')).verify.sign).toBe('throttled');
  });

  it('is refused with the reason in Chinese', async () => {
    const token = await server.signIn('clerk');
    const { data } = await change(token, PASSWORD, '123456', 'zh');
    expect(data.fields).toEqual({ newPassword: '6-16 位字母与数字组合' });
  });
});
