import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { type TestServer, testServer } from './testServer';

let server: TestServer;
let token: string;
beforeAll(async () => {
  server = await testServer();
  token = await server.signIn('harbour');
});

const sealBy = async (protocol: number, locale: 'en' | 'zh') => {
  await sql`update device set protocol = ${protocol} where sn = 'H1'`.execute(server.store.db);
  await sql`update device_state set status = 0 where sn = 'H1'`.execute(server.store.db);
  const { verify, data } = await server.call('/command/seal', { sns: ['H1'] }, { token, locale });
  return { sign: verify.sign, refused: data.refused };
};

describe('a command that the protocol of a lock lacks', () => {
  it.each([
    ['en', 'Not supported by this lock. Seal it by hand.'],
    ['zh', '该设备不支持此指令：只能现场施封'],
  ] as const)('is refused with this reason in %s', async (locale, desc) => {
    const answer = await sealBy(1, locale);
    expect(answer).toEqual({
      sign: 'conflict',
      refused: [{ sn: 'H1', code: 'conflict', why: desc, desc }],
    });
  });

  it.each([0, 2])('is accepted for a lock of protocol %s, which supports it', async (protocol) => {
    expect(await sealBy(protocol, 'en')).toEqual({ sign: 'success', refused: [] });
  });
});
