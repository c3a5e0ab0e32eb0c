import { sql } from 'kysely';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { PASSWORD, type TestServer, testServer } from './testServer';

let server: TestServer;
let token: string;

beforeAll(async () => {
  server = await testServer();
});
beforeEach(async () => {
  await sql`update oper set must_change = true where id = 2`.execute(server.store.db);
  server.clock.ahead += 6_000;
  token = await server.signIn('harbour');
});

const codeOf = async (path: string, body: object = {}) =>
  (await server.call(path, body, { token })).verify.sign;

describe('a session with a password that another person chose', () => {
  it.each([
    '/device/list',
    '/device/add',
    '/device/export',
    '/command/seal',
    '/live/snapshot',
    '/live/changes',
    '/appointmentCommandRecord/cancel',
  ])('is refused the call %s', async (path) => {
    const { verify, data } = await server.call(path, {}, { token });
    expect(verify).toEqual({
      sign: 'noPermission',
      desc: 'Choose your own password first.',
    });
    expect(data).toEqual({ mustChange: true });
  });

  it('is refused an upload', async () => {
    const { verify } = await server.upload(new Uint8Array(10), 'a.xlsx', {}, { token });
    expect(verify.sign).toBe('noPermission');
  });

  it('may read its rights and sign out', async () => {
    expect(await codeOf('/auth/getAuth')).toBe('success');
    expect(await codeOf('/login/logout')).toBe('success');
    expect(await codeOf('/auth/getAuth')).toBe('sessionTimeOut');
  });

  it('continues normally after a new password', async () => {
    const changed = await server.call(
      '/login/changePassword',
      { oldPassword: await server.encrypt(PASSWORD), newPassword: await server.encrypt('Own1234') },
      { token },
    );
    expect(changed.verify.sign).toBe('success');
    expect(await codeOf('/device/list')).toBe('success');
    const back = { oldPassword: 'Own1234', newPassword: PASSWORD };
    await server.call(
      '/login/changePassword',
      {
        oldPassword: await server.encrypt(back.oldPassword),
        newPassword: await server.encrypt(back.newPassword),
      },
      { token },
    );
  });

  it('continues at once after a change on another server', async () => {
    expect(await codeOf('/device/list')).toBe('noPermission');
    await sql`update oper set must_change = false where id = 2`.execute(server.store.db);
    expect(await codeOf('/device/list')).toBe('success');
  });
});
