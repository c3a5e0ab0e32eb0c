import { beforeAll, describe, expect, it, vi } from 'vitest';
import { createHttpClient } from '../../../src/console/data/http';
import type { Session } from '../../../src/console/data/session';
import { signIn } from '../../../src/console/data/signIn';
import type { Padding } from '../../../src/domain/system';
import { PASSWORD, SECRET, type TestServer, testServer } from './testServer';

let server: TestServer;
beforeAll(async () => {
  server = await testServer();
});

/** Signs in as the console does, by `wire.padding`. */
const signInBy = async (padding: Padding, password: string) => {
  const { loginKey } = await (await fetch(`${server.url}/config.json`)).json();
  const open = vi.fn();
  const session = { token: () => undefined, renew: () => {}, open } as Partial<Session> as Session;
  const http = createHttpClient({
    runtime: { apiBase: `${server.url}/api`, signSecret: SECRET },
    session,
    form: {},
    locale: () => 'en',
    failureText: (failure) => failure,
    onSessionLost: () => {},
  });
  const to = { http, session, runtime: { loginKey }, padding, failureText: (text: string) => text };
  const answer = await signIn({ username: 'harbour', phone: '', password }, to);
  expect(open).toHaveBeenCalledWith(expect.objectContaining({ token: answer.token }));
  return answer;
};

describe.each(['oaep', 'pkcs1'] as const)(
  "a password of the console's, padded by %s",
  (padding) => {
    it('signs in, and opens a session', async () => {
      const { token, oper } = await signInBy(padding, PASSWORD);
      expect(oper.loginName).toBe('harbour');
      const { verify } = await server.call('/device/list', {}, { token });
      expect(verify.sign).toBe('success');
    });

    it('is refused if it is wrong', async () => {
      await expect(signInBy(padding, `${PASSWORD}x`)).rejects.toMatchObject({ kind: 'business' });
    });
  },
);

it('200 bytes exceed OAEP, and fit PKCS#1 v1.5', async () => {
  const long = 'x'.repeat(200);
  await expect(signInBy('oaep', long)).rejects.toMatchObject({ code: 'encrypt' });
  await expect(signInBy('pkcs1', long)).rejects.not.toMatchObject({ code: 'encrypt' });
});
